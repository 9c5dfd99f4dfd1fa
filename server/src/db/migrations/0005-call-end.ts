import { type Kysely, sql } from 'kysely';
import type { MigrationEngine } from '../migration-columns.ts';

/** Rows that one statement fills, so that it stays within a database's timeout. */
const ROWS_A_FILL = 100_000;

/** How a call ended leaves the metadata for a column of its own, whose index holds only what did not end well. */
export async function callEnd(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  await db.schema.alterTable('logs').addColumn('ended_by', 'text').execute();
  const stored =
    engine === 'sqlite' ? `json_extract(metadata, '$.ended_by')` : `metadata::json ->> 'ended_by'`;
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from logs`.execute(db);
  for (let id = 0; id < (rows[0]?.last ?? 0); id += ROWS_A_FILL) {
    await sql`update logs set ended_by = ${sql.raw(stored)}
      where id > ${id} and id <= ${id + ROWS_A_FILL} and type = 2`.execute(db);
  }
  await db.schema
    .createIndex('logs_unfinished')
    .on('logs')
    .columns(['created_at', 'id', 'user_id', 'ended_by'])
    .where(sql<boolean>`ended_by <> 'completed'`)
    .execute();
}
