import type { Db } from '../../db/store.ts';
import { splitDays } from './day-split.ts';
import { hourParts, type StatisticsRange } from './statistics-range.ts';
import { sumOf } from './usage-table.ts';

/**
 * Points that some users spent in a range, by number. Whole UTC days come from the daily sums and the hours around them
 * from the hourly ones, so that each user costs a bounded number of rows. A user without calls is absent.
 */
export async function costOfUsers(
  db: Db,
  ids: readonly number[],
  range: StatisticsRange,
): Promise<ReadonlyMap<number, number>> {
  const costs = new Map<number, number>();
  const add = (rows: { usage_key: string; points: number }[]) => {
    for (const { usage_key, points } of rows)
      costs.set(Number(usage_key), (costs.get(Number(usage_key)) ?? 0) + points);
  };
  const keys = ids.map(String);
  for (const part of hourParts(range)) {
    // The sum of a range has no days of the reader, so no hours move from one to another.
    const { hours, wholeDays } = splitDays({ ...part, offsetSeconds: 0 }, range.interval);
    for (const [start, end] of hours) add(await sumOfHours(db, keys, { start, end }));
    if (wholeDays !== null) add(await sumOfDays(db, keys, wholeDays));
  }
  return costs;
}

interface Seconds {
  start: number;
  /** The first second that is not part of it. */
  end: number;
}

const sumOfHours = (db: Db, keys: readonly string[], { start, end }: Seconds) =>
  db
    .selectFrom('statistics_key_hours')
    .select(['usage_key', sumOf('quota').as('points')])
    .where('dimension', '=', 'user')
    .where('usage_key', 'in', keys)
    .where('hour', '>=', start)
    .where('hour', '<', end)
    .groupBy('usage_key')
    .execute();

const sumOfDays = (db: Db, keys: readonly string[], { start, end }: Seconds) =>
  db
    .selectFrom('statistics_key_days')
    .select(['usage_key', sumOf('quota').as('points')])
    .where('dimension', '=', 'user')
    .where('usage_key', 'in', keys)
    .where('day', '>=', start)
    .where('day', '<', end)
    .groupBy('usage_key')
    .execute();
