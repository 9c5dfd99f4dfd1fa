import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Differences of the engines that queries have to know. */
export interface EngineTraits {
  /** A transaction locks rows. Otherwise it holds the whole database from its start. */
  readonly locksRows: boolean;
  /** The log rows of a month are a partition, which is found by the time and dropped as a whole. */
  readonly hasLogMonths: boolean;
  /** Statements run one after the other, between those that settle calls, so each has to be short. */
  readonly sharesOneThread: boolean;
  /** A text that is compared byte by byte, whatever the database's language: one index finds beginnings and sorts. */
  byBytes(text: RawBuilder<string>): RawBuilder<string>;
}

const postgres: EngineTraits = {
  locksRows: true,
  hasLogMonths: true,
  sharesOneThread: false,
  byBytes: (text) => sql`${text} collate "C"`,
};
const sqlite: EngineTraits = {
  locksRows: false,
  hasLogMonths: false,
  sharesOneThread: true,
  byBytes: (text) => text,
};

export const traitsOf = (db: Kysely<Tables>): EngineTraits =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
