import type { Kysely } from 'kysely';

/** Objects of calls that vendors store, with their owner and channel. */
export async function keptObjects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_objects')
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'bigint', (c) => c.notNull())
    .addColumn('tokens', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('kept_objects_key', ['user_id', 'name'])
    .execute();
  await db.schema
    .createIndex('kept_objects_expires_at')
    .on('kept_objects')
    .columns(['expires_at', 'user_id', 'name'])
    .execute();
}
