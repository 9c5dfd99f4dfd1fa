import type { SelectQueryBuilder, Transaction } from 'kysely';
import { PostgresAdapter } from 'kysely';
import type { Tables } from './tables.ts';

const hasRowLocks = (trx: Transaction<Tables>): boolean =>
  trx.getExecutor().adapter instanceof PostgresAdapter;

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
  return hasRowLocks(trx) ? rows.forUpdate() : rows;
}

/** As `forChange`, for rows that are only referred to: several transactions may do that at once. */
export function forReference<Name extends keyof Tables, Row>(
  trx: Transaction<Tables>,
  rows: SelectQueryBuilder<Tables, Name, Row>,
): SelectQueryBuilder<Tables, Name, Row> {
  return hasRowLocks(trx) ? rows.forShare() : rows;
}
