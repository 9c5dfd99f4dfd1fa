import { type Kysely, sql } from 'kysely';
import type { MigrationEngine } from '../migration-columns.ts';

/** Codes by the beginning of their names, in the order of these, in either direction. */
export async function redemptionNames(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const name = engine === 'postgres' ? sql`(lower(name) collate "C")` : sql`lower(name)`;
  await sql`drop index redemptions_name`.execute(db);
  await sql`drop index redemptions_lower_name`.execute(db);
  await sql`create index redemptions_lower_name on redemptions (${name}, id)`.execute(db);
  await sql`create index redemptions_status_name on redemptions (status, ${name}, id)`.execute(db);
}
