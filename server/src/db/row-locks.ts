import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { traitsOf } from './engine-traits.ts';
import type { Tables } from './tables.ts';

/**
 * Keeps the rows that are read as they are until the transaction ends: nobody else changes, deletes or locks them.
 * SQLite's transactions hold the whole file from their start.
 *
 *     await forChange(trx, trx.selectFrom('channels').select('type').where('id', '=', id)).executeTakeFirst();
 */
export function forChange<Name extends keyof Tables, Row>(
  trx: Transaction<Tables>,
  rows: SelectQueryBuilder<Tables, Name, Row>,
): SelectQueryBuilder<Tables, Name, Row> {
  return traitsOf(trx).locksRows ? rows.forUpdate() : rows;
}

/** As `forChange`, without rows that another transaction holds: a clean-up takes those next time and waits for nobody. */
export function freeForChange<Name extends keyof Tables, Row>(
  db: Kysely<Tables>,
  rows: SelectQueryBuilder<Tables, Name, Row>,
): SelectQueryBuilder<Tables, Name, Row> {
  return traitsOf(db).locksRows ? rows.forUpdate().skipLocked() : rows;
}

/** As `forChange`, for rows that are only referred to: several transactions may do that at once. */
export function forReference<Name extends keyof Tables, Row>(
  trx: Transaction<Tables>,
  rows: SelectQueryBuilder<Tables, Name, Row>,
): SelectQueryBuilder<Tables, Name, Row> {
  return traitsOf(trx).locksRows ? rows.forShare() : rows;
}

/** Lets one transaction at a time look whether a name is free and take it. */
export async function lockName(trx: Transaction<Tables>, name: string): Promise<void> {
  if (traitsOf(trx).locksRows)
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
