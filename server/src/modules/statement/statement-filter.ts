import type { LedgerKind, StatementKind } from '@turnpike/contract';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { LogPlace } from '../log/log-cursor.ts';

/** Filter of a statement; 0 and absent members do not filter. */
export interface StatementFilter {
  userId: number;
  kind?: StatementKind | undefined;
  start_timestamp?: number | undefined;
  /** The second itself belongs to the range. */
  end_timestamp?: number | undefined;
}

/** Names of kinds in rows of the previous release. */
const earlierNames: Partial<Record<LedgerKind, string>> = { consumption: 'consume', adjustment: 'manage' };

/** The condition of the index `ledger_user_other`, written as there so that it is recognised. */
export const isNoConsumption = sql<boolean>`kind <> 'consume' and kind <> 'consumption'`;

/** An account's entries. They stand in the order of their times, which is that of their numbers. */
export function filterEntries(db: Db, filter: StatementFilter) {
  const { userId, kind, start_timestamp, end_timestamp } = filter;
  let rows = db.selectFrom('ledger').where('user_id', '=', userId);
  if (start_timestamp) rows = rows.where('created_at', '>=', start_timestamp);
  if (end_timestamp) rows = rows.where('created_at', '<=', end_timestamp);
  if (kind === 'other') return rows.where(isNoConsumption);
  if (kind !== undefined) {
    rows = rows.where('kind', 'in', [kind, earlierNames[kind] ?? kind]);
    if (kind !== 'consumption') rows = rows.where(isNoConsumption);
  }
  return rows;
}

export const isBefore =
  ({ created_at, id }: LogPlace) =>
  ({ eb, refTuple, tuple }: ExpressionBuilder<Tables, 'ledger'>) =>
    eb(refTuple('created_at', 'id'), '<', tuple(created_at, id));
