import { type Kysely, PostgresAdapter } from 'kysely';
import type { MigrationEngine } from './migration-columns.ts';
import type { Tables } from './tables.ts';

export const engineOf = (db: Kysely<Tables>): MigrationEngine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
