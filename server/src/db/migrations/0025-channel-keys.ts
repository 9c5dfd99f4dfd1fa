import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

const numbers = [
  ...['used_quota', 'calls', 'failed_calls', 'last_used_time', 'last_error_time'],
  ...['requests_per_minute', 'tokens_per_minute', 'parallel_calls'],
];

/** A channel may have several keys, each with its state, use and limits; what a vendor keeps is of one of them. */
export async function channelKeys(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  let table = db.schema
    .createTable('channel_keys')
    .addColumn('id', id.type, id.build)
    .addColumn('channel_id', 'bigint', (c) => c.notNull())
    .addColumn('key_sealed', 'text', (c) => c.notNull())
    .addColumn('key_hint', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('last_error', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_time', 'bigint', (c) => c.notNull());
  for (const name of numbers) table = table.addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0));
  await table.execute();
  await db.schema
    .createIndex('channel_keys_channel')
    .on('channel_keys')
    .columns(['channel_id', 'id'])
    .execute();
  // Use of the keys counts from now on: a channel may have had other keys before.
  await sql`insert into channel_keys (channel_id, key_sealed, key_hint, status, created_time)
    select id, key_sealed, key_hint, 1, created_time from channels where key_sealed <> '' order by id`.execute(
    db,
  );
  for (const name of ['key_sealed', 'key_hint'])
    await db.schema.alterTable('channels').dropColumn(name).execute();
  await db.schema
    .alterTable('kept_objects')
    .addColumn('key_id', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
