import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from './tables.ts';

/** Differences of the engines that queries have to know. */
export interface EngineTraits {
  /** A transaction locks rows. Otherwise it holds the whole database from its start. */
  readonly locksRows: boolean;
  /** The log rows of a month are a partition, which is found by the time and dropped as a whole. */
  readonly hasLogMonths: boolean;
  /** Statements run one after the other, between those that settle calls, so each has to be short. */
  readonly sharesOneThread: boolean;
}

const postgres: EngineTraits = { locksRows: true, hasLogMonths: true, sharesOneThread: false };
const sqlite: EngineTraits = { locksRows: false, hasLogMonths: false, sharesOneThread: true };

export const traitsOf = (db: Kysely<Tables>): EngineTraits =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
