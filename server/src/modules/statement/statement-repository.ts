import type { CursorPage, StatementEntry } from '@turnpike/contract';
import type { Selectable } from 'kysely';
import { kindOf } from '../../db/ledger.ts';
import { callsOfBatch } from '../../db/ledger-reference.ts';
import type { Db } from '../../db/store.ts';
import type { LedgerTable } from '../../db/tables/call-tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { countRows, EXPORT_BATCH } from '../list-query.ts';
import { type LogPlace, parseCursor, toCursor } from '../log/log-cursor.ts';
import { filterEntries, isBefore, type StatementFilter } from './statement-filter.ts';

const shownColumns = [
  'id',
  'version',
  'created_at',
  'kind',
  'delta',
  'balance_after',
  'reference_type',
  'reference',
  'actor_id',
  'note',
] as const;
type ShownRow = Pick<Selectable<LedgerTable>, (typeof shownColumns)[number]>;

export interface StatementPlace {
  size: number;
  cursor?: string | undefined;
}

/**
 * One page of an account's entries, newest first; a cursor goes on at the same cost anywhere.
 * @throws request.invalid naming `cursor`
 */
export async function listStatement(
  db: Db,
  filter: StatementFilter,
  { size, cursor }: StatementPlace,
): Promise<CursorPage<StatementEntry>> {
  const entries = filterEntries(db, filter);
  const found = await readFrom(entries, cursor === undefined ? undefined : parseCursor(cursor), size + 1);
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  return {
    data: await toEntries(db, filter.userId, shown),
    page: 1,
    size,
    total_count: await countRows(db, entries.select('id')),
    next_cursor: found.length > size && last !== undefined ? toCursor(last) : null,
  };
}

/** Every entry that a filter shows, newest first, some at a time. */
export async function* exportStatement(db: Db, filter: StatementFilter): AsyncGenerator<StatementEntry[]> {
  let place: LogPlace | undefined;
  for (;;) {
    const rows = await readFrom(filterEntries(db, filter), place, EXPORT_BATCH);
    yield await toEntries(db, filter.userId, rows);
    if (rows.length < EXPORT_BATCH) return;
    place = rows.at(-1);
  }
}

function readFrom(
  entries: ReturnType<typeof filterEntries>,
  place: LogPlace | undefined,
  limit: number,
): Promise<ShownRow[]> {
  const rows = place === undefined ? entries : entries.where(isBefore(place));
  return rows.select(shownColumns).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

async function toEntries(db: Db, userId: number, rows: ShownRow[]): Promise<StatementEntry[]> {
  const ids = new Set(rows.flatMap(({ actor_id }) => actor_id ?? []));
  const names = new Map<number, string>();
  if (ids.size > 0) {
    const found = await db
      .selectFrom('users')
      .select(['id', 'username'])
      .where('id', 'in', [...ids])
      .execute();
    for (const { id, username } of found) names.set(id, username);
  }
  return rows.map((row) => toEntry(row, userId, names));
}

function toEntry(row: ShownRow, userId: number, names: ReadonlyMap<number, string>): StatementEntry {
  const { id, created_at, delta, balance_after, reference_type, reference, actor_id, note } = row;
  return {
    id,
    created_at,
    kind: kindOf(row),
    delta,
    before: balance_after - delta,
    after: balance_after,
    reference_type: reference_type === '' ? null : reference_type,
    reference,
    calls: reference_type === 'batch' ? (callsOfBatch(reference) ?? null) : null,
    by: whoOf(row, userId),
    actor: actor_id === null ? null : { id: actor_id, username: names.get(actor_id) ?? `#${actor_id}` },
    note,
  };
}

function whoOf({ version, kind, reference_type, actor_id }: ShownRow, userId: number): StatementEntry['by'] {
  // Earlier versions did not say which administrator.
  if (version === 1) return kind === 'manage' ? 'administrator' : 'system';
  if (actor_id === null) return 'system';
  return reference_type === 'administrator' || actor_id !== userId ? 'administrator' : 'owner';
}

/** An entry as the account's owner sees it: not which administrator it was. Source: docs/reference/ledger.md, "Statement". */
export const toOwnEntry = (entry: StatementEntry): StatementEntry => ({
  ...entry,
  actor: null,
  reference: entry.reference_type === 'administrator' ? '' : entry.reference,
});

/** An account with a statement: also a deleted one. @throws user.not_found */
export async function assertHasStatement(db: Db, userId: number): Promise<void> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (row === undefined) throw new GatewayError('user.not_found');
}
