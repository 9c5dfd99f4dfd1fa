import { LOG_KEPT_SECONDS, logType } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { type Deletion, deleteCalls } from './call-deletion.ts';
import type { LogPlace } from './log-cursor.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** Rows that one statement steps over. */
const ROWS_A_STEP = 10_000;

export interface LogLimits {
  /** 0: no limit. */
  days: number;
  /** Rows of calls; 0: no limit. */
  rows: number;
}

/** Deletes the calls that the log has beyond its limits; those of the last day always stay. @returns rows deleted */
export async function deleteBeyond(
  db: Db,
  { days, rows, nowSeconds, ...how }: LogLimits & { nowSeconds: number } & Omit<Deletion, 'before'>,
): Promise<number> {
  const latest = { created_at: nowSeconds - LOG_KEPT_SECONDS, id: 0 };
  const places: LogPlace[] = [];
  if (days > 0) places.push({ created_at: nowSeconds - days * DAY_SECONDS, id: 0 });
  if (rows > 0) places.push(await findPlaceOfRows(db, rows));
  const [before] = places.sort((one, other) => other.created_at - one.created_at || other.id - one.id);
  if (before === undefined || before.created_at <= 0) return 0;
  return await deleteCalls(db, { ...how, before: before.created_at < latest.created_at ? before : latest });
}

/**
 * Where the newest calls of a number begin. The roll-ups say in which hour that is, so that at most the calls of one
 * hour are stepped over.
 */
async function findPlaceOfRows(db: Db, rows: number): Promise<LogPlace> {
  const days = await db
    .selectFrom('statistics_key_days')
    .select(['day as start', 'request_count'])
    .where('dimension', '=', 'all')
    .where('usage_key', '=', '')
    .orderBy('day', 'desc')
    .execute();
  const day = findPart(days, rows);
  if (day === undefined) return { created_at: 0, id: 0 };
  const hours = await db
    .selectFrom('statistics_key_hours')
    .select(['hour as start', 'request_count'])
    .where('dimension', '=', 'all')
    .where('usage_key', '=', '')
    .where('hour', '>=', day.start)
    .where('hour', '<', day.start + DAY_SECONDS)
    .orderBy('hour', 'desc')
    .execute();
  const hour = findPart(hours, day.left) ?? { start: day.start, left: 0 };
  let place: LogPlace = { created_at: hour.start + HOUR_SECONDS, id: 0 };
  for (let left = hour.left; left > 0; left -= ROWS_A_STEP) {
    const next = await findBefore(db, { place, start: hour.start, count: Math.min(left, ROWS_A_STEP) });
    // An hour that has lost rows before.
    if (next === undefined) return { created_at: hour.start, id: 0 };
    place = next;
  }
  return place;
}

/** The part in which a number of calls is exceeded, newest first, and how many of that part still fit. */
function findPart(
  parts: readonly { start: number; request_count: number }[],
  rows: number,
): { start: number; left: number } | undefined {
  let left = rows;
  for (const { start, request_count } of parts) {
    if (request_count > left) return { start, left };
    left -= request_count;
  }
  return undefined;
}

const findBefore = (
  db: Db,
  { place, start, count }: { place: LogPlace; start: number; count: number },
): Promise<LogPlace | undefined> =>
  db
    .selectFrom('logs')
    .select(['created_at', 'id'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(place.created_at, place.id)),
    )
    .where('created_at', '>=', start)
    .where('created_at', '<=', place.created_at)
    .where('type', '=', logType.consume)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
