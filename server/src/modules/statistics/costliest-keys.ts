import { startOfMonth } from '../../db/log-months.ts';
import type { Db } from '../../db/store.ts';
import type { UsageDimension } from '../../db/tables/usage-tables.ts';
import { splitDays, splitMonths } from './day-split.ts';
import { slicesOf } from './key-sums.ts';
import { hourParts, type StatisticsRange } from './statistics-range.ts';
import { byKey, sumOf } from './usage-table.ts';

interface KeyCost {
  key: string;
  quota: number;
  request_count: number;
}

const costColumns = [
  'usage_key as key',
  sumOf('quota').as('quota'),
  sumOf('request_count').as('request_count'),
] as const;

/** Every key with calls in a range, the costliest first: whole months of it by the month, the rest by day and hour. */
export async function rankKeys(db: Db, dimension: UsageDimension, range: StatisticsRange): Promise<string[]> {
  const costs: KeyCost[] = [];
  const [first] = hourParts(range);
  if (first === undefined) return [];
  const { hours, wholeDays } = splitDays({ ...first, end: range.end }, 'day');
  for (const [start, end] of hours) costs.push(...(await costsOfHours(db, dimension, { start, end })));
  if (wholeDays === null) return rankCosts(costs);
  const { days, wholeMonths } = splitMonths(wholeDays);
  for (const stretch of days) {
    for (const { start, end } of slicesOf(db, stretch)) {
      const rows = db
        .selectFrom('statistics_key_days')
        .select(costColumns)
        .where('dimension', '=', dimension)
        .where('usage_key', 'in', keysOfMonths(db, dimension, { start, end }))
        .where('day', '>=', start)
        .where('day', '<', end)
        .groupBy('usage_key');
      costs.push(...(await rows.execute()));
    }
  }
  if (wholeMonths !== null) {
    const rows = db
      .selectFrom('statistics_key_months')
      .select(costColumns)
      .where('dimension', '=', dimension)
      .where('month', '>=', wholeMonths.start)
      .where('month', '<', wholeMonths.end)
      .groupBy('usage_key');
    costs.push(...(await rows.execute()));
  }
  return rankCosts(costs);
}

export function rankCosts(costs: Iterable<KeyCost>): string[] {
  const byName = new Map<string, KeyCost>();
  for (const { key, quota, request_count } of costs) {
    const known = byName.get(key);
    if (known === undefined) byName.set(key, { key, quota, request_count });
    else {
      known.quota += quota;
      known.request_count += request_count;
    }
  }
  return [...byName.values()]
    .sort((a, b) => b.quota - a.quota || b.request_count - a.request_count || byKey(a.key, b.key))
    .map(({ key }) => key);
}

/** Days and hours are stored by key: the keys come from the sums of their months. */
const keysOfMonths = (db: Db, dimension: UsageDimension, { start, end }: { start: number; end: number }) =>
  db
    .selectFrom('statistics_key_months')
    .select('usage_key')
    .where('dimension', '=', dimension)
    .where('month', '>=', startOfMonth(start))
    .where('month', '<', end);

async function costsOfHours(
  db: Db,
  dimension: UsageDimension,
  { start, end }: { start: number; end: number },
): Promise<KeyCost[]> {
  return db
    .selectFrom('statistics_key_hours')
    .select(costColumns)
    .where('dimension', '=', dimension)
    .where('usage_key', 'in', keysOfMonths(db, dimension, { start, end }))
    .where('hour', '>=', start)
    .where('hour', '<', end)
    .groupBy('usage_key')
    .execute();
}
