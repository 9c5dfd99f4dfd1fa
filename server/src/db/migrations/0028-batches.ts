import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Batches that users have begun at vendors, with what is held for them. */
export async function batches(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  let table = db.schema
    .createTable('batches')
    .addColumn('id', id.type, id.build)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('terms', 'text', (c) => c.notNull());
  for (const name of ['user_id', 'channel_id', 'key_id', 'created_at', 'due_at', 'held'])
    table = table.addColumn(name, 'bigint', (c) => c.notNull());
  for (const name of ['looks', 'settled_at'])
    table = table.addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0));
  await table.execute();
  await db.schema.createIndex('batches_name').on('batches').columns(['user_id', 'name']).unique().execute();
  await sql`create index batches_due on batches (due_at) where settled_at = 0`.execute(db);
}
