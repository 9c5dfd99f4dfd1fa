import { COUNT_LIMIT, type CursorPage, type StatementDay } from '@turnpike/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import {
  constantOffsets,
  endOfDay,
  nameOfDay,
  type OffsetPart,
  startOfDay,
} from '../../platform/zone-days.ts';
import { parseCursor, toCursor } from '../log/log-cursor.ts';
import { filterEntries, isNoConsumption, type StatementFilter } from './statement-filter.ts';
import type { StatementPlace } from './statement-repository.ts';
import { balanceAt } from './statement-sum.ts';

const DAY_SECONDS = 86_400;

type DaysFilter = Omit<StatementFilter, 'kind'> & { time_zone?: string | undefined };

/**
 * Changes of a balance per day of a time zone, newest first. A day is read from its last entry and those that are no calls,
 * so it costs the same for any number of calls.
 * @throws request.invalid naming `cursor`
 */
export async function listStatementDays(
  db: Db,
  { time_zone: timeZone = 'UTC', ...filter }: DaysFilter,
  { size, cursor }: StatementPlace,
): Promise<CursorPage<StatementDay>> {
  const below = cursor === undefined ? Number.POSITIVE_INFINITY : parseCursor(cursor).created_at;
  const lastEntries = await findLastEntries(db, filter, timeZone);
  const found = lastEntries.filter((time) => time < below);
  const data: StatementDay[] = [];
  for (const time of found.slice(0, size).reverse()) {
    const from = Math.max(startOfDay(time, timeZone), filter.start_timestamp ?? 0);
    const to = Math.min(endOfDay(time, timeZone) - 1, filter.end_timestamp || Number.POSITIVE_INFINITY);
    const before = data[0]?.after ?? (await balanceAt(db, filter.userId, from - 1));
    const after = await balanceAt(db, filter.userId, to);
    const other = await sumOthers(db, { ...filter, start_timestamp: from, end_timestamp: to });
    const day = nameOfDay(time, timeZone);
    data.unshift({ day, from, to, before, after, consumption: after - before - other, other });
  }
  const last = data.at(-1);
  return {
    data,
    page: 1,
    size,
    total_count: Math.min(lastEntries.length, COUNT_LIMIT),
    next_cursor:
      found.length > size && last !== undefined ? toCursor({ created_at: last.from, id: 0 }) : null,
  };
}

/** Time of the last entry of each day that has one, newest first. */
async function findLastEntries(db: Db, filter: DaysFilter, timeZone: string): Promise<number[]> {
  const entries = filterEntries(db, filter).select('created_at').limit(1);
  const first = await entries.orderBy('created_at').executeTakeFirst();
  const last = await entries.orderBy('created_at', 'desc').executeTakeFirst();
  if (first === undefined || last === undefined) return [];
  const parts = constantOffsets({ start: first.created_at, end: last.created_at, timeZone });
  const times: number[] = [];
  for (const part of parts.reverse()) {
    const [newest, ...older] = await stepThroughDays(db, filter.userId, part);
    if (newest === undefined) continue;
    // The day of a clock change has entries in two parts.
    const known = times.at(-1);
    const isKnown = known !== undefined && startOfDay(known, timeZone) <= newest;
    times.push(...(isKnown ? older : [newest, ...older]));
  }
  return times;
}

/** One look into the index for each day: from its last entry to the last one before it. */
async function stepThroughDays(
  db: Db,
  userId: number,
  { start, end, offsetSeconds }: OffsetPart,
): Promise<number[]> {
  const lastBefore = (time: RawBuilder<number>) =>
    sql`select max(created_at) from ledger where user_id = ${userId} and created_at >= ${start} and created_at < ${time}`;
  const clock = sql`(steps.last_at + ${sql.lit(offsetSeconds)})`;
  const dayStart = sql<number>`steps.last_at - ${clock} % ${sql.lit(DAY_SECONDS)}`;
  const { rows } = await sql<{ last_at: number }>`with recursive steps (last_at) as (
    ${lastBefore(sql`${end + 1}`)}
    union all select (${lastBefore(dayStart)}) from steps where steps.last_at is not null
  ) select last_at from steps where last_at is not null order by last_at desc limit ${COUNT_LIMIT}`.execute(
    db,
  );
  return rows.map(({ last_at }) => last_at);
}

async function sumOthers(db: Db, filter: StatementFilter): Promise<number> {
  const { points } = await filterEntries(db, filter)
    .where(isNoConsumption)
    .select(sql<number>`cast(coalesce(sum(delta), 0) as bigint)`.as('points'))
    .executeTakeFirstOrThrow();
  return points;
}
