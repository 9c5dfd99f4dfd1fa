import type { CursorPage, StatementDay } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { endOfDay, nameOfDay, startOfDay } from '../../platform/site-days.ts';
import { countRows } from '../list-query.ts';
import { parseCursor, toCursor } from '../log/log-cursor.ts';
import { isNoConsumption, type StatementFilter } from './statement-filter.ts';
import type { StatementPlace } from './statement-repository.ts';

/** A day of an account that a closing ended, or the days since the last one. */
interface Span {
  /** First second. */
  from: number;
  /** The second that it ended with. */
  day: number;
  /** At its end. */
  balance: number;
}

/**
 * Changes of a balance per day, newest first. They come from the daily closings, so a day costs the same for any number of
 * calls. Changes since the last closing are the first row.
 * @throws request.invalid naming `cursor`
 */
export async function listStatementDays(
  db: Db,
  filter: Omit<StatementFilter, 'kind'>,
  { size, cursor }: StatementPlace,
): Promise<CursorPage<StatementDay>> {
  const { userId, start_timestamp = 0, end_timestamp } = filter;
  let closings = db.selectFrom('ledger_closings').where('user_id', '=', userId);
  if (end_timestamp) closings = closings.where('day', '<=', endOfDay(end_timestamp));
  const open = await findOpenSpan(db, userId);
  const isOpenShown =
    cursor === undefined && open !== undefined && (!end_timestamp || open.from <= end_timestamp);
  const below = cursor === undefined ? Number.MAX_SAFE_INTEGER : parseCursor(cursor).created_at;
  const closed = await closings
    .select(['day', 'balance'])
    .where('day', '<', below)
    .orderBy('day', 'desc')
    // One more says whether the list goes on, and one more what the balance was before.
    .limit(size + 2)
    .execute();
  const spans: Span[] = closed.map((closing) => ({ ...closing, from: startOfDay(closing.day - 1) }));
  if (isOpenShown) spans.unshift(open);
  const found = spans.slice(0, size + 1).filter(({ day }) => day > start_timestamp);
  const shown = found.slice(0, size);
  const data: StatementDay[] = [];
  for (const [index, span] of shown.entries()) {
    data.push(await toDay(db, userId, { span, before: spans[index + 1] }));
  }
  const last = shown.at(-1);
  const inRange = start_timestamp > 0 ? closings.where('day', '>', start_timestamp) : closings;
  return {
    data,
    page: 1,
    size,
    total_count: (await countRows(db, inRange.select('day'))) + (isOpenShown ? 1 : 0),
    next_cursor: found.length > size && last !== undefined ? toCursor({ created_at: last.day, id: 0 }) : null,
  };
}

/** The days of the entries that no closing has ended yet: today, and those before it where a night was missed. */
async function findOpenSpan(db: Db, userId: number): Promise<Span | undefined> {
  const closing = await db
    .selectFrom('ledger_closings')
    .select('entry_id')
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entries = db
    .selectFrom('ledger')
    .select(['created_at', 'balance_after'])
    .where('user_id', '=', userId)
    .where('id', '>', closing?.entry_id ?? 0)
    .limit(1);
  const first = await entries.orderBy('id').executeTakeFirst();
  const last = await entries.orderBy('id', 'desc').executeTakeFirst();
  if (first === undefined || last === undefined) return undefined;
  return {
    from: startOfDay(first.created_at),
    day: endOfDay(last.created_at),
    balance: last.balance_after,
  };
}

/** @param before the span before it; undefined for the account's first */
async function toDay(
  db: Db,
  userId: number,
  { span, before }: { span: Span; before: Span | undefined },
): Promise<StatementDay> {
  const { other } = await db
    .selectFrom('ledger')
    .select(sql<number>`cast(coalesce(sum(delta), 0) as bigint)`.as('other'))
    .where('user_id', '=', userId)
    .where(isNoConsumption)
    .where('created_at', '>=', before?.day ?? 0)
    .where('created_at', '<', span.day)
    .executeTakeFirstOrThrow();
  const opening = before?.balance ?? 0;
  return {
    first_day: nameOfDay(span.from),
    last_day: nameOfDay(span.day - 1),
    from: span.from,
    to: span.day - 1,
    before: opening,
    after: span.balance,
    consumption: span.balance - opening - other,
    other,
  };
}
