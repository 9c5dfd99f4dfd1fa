import type { Kysely } from 'kysely';

/** What vendors keep of calls, whose it is, and the channel that has it. */
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
