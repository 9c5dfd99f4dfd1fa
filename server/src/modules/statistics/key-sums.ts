import { sql } from 'kysely';
import { traitsOf } from '../../db/engine-traits.ts';
import type { Db } from '../../db/store.ts';
import type { UsageCounts, UsageDimension } from '../../db/tables/usage-tables.ts';
import type { OffsetPart } from '../../platform/zone-days.ts';
import { splitDays } from './day-split.ts';
import { bucketOf, hourParts, type StatisticsRange } from './statistics-range.ts';
import { storedCounts, summedColumns, type UsageSum, UsageTable } from './usage-table.ts';

const DAY_SECONDS = 86_400;
/** Rows that one statement may look at where calls are settled between two of them. */
const ROWS_A_STATEMENT = 20_000;
const MAX_DAYS_A_STATEMENT = 30;
/** Elsewhere each statement costs a round trip, and no call waits for it. */
const MAX_DAYS_OF_OWN_THREAD = 400;

export interface KeyedUse {
  dimension: UsageDimension;
  keys: readonly string[];
}

interface Stretch {
  start: number;
  /** The first second that is not part of it. */
  end: number;
}

/** Parts of a range that one statement each reads; where calls wait for it within a few dozen milliseconds. */
export function* slicesOf(db: Db, { start, end }: Stretch, keyCount = 1): Generator<Stretch> {
  const days = Math.max(1, Math.min(MAX_DAYS_A_STATEMENT, Math.floor(ROWS_A_STATEMENT / (24 * keyCount))));
  const seconds = (traitsOf(db).sharesOneThread ? days : MAX_DAYS_OF_OWN_THREAD) * DAY_SECONDS;
  for (let from = start; from < end; from += seconds)
    yield { start: from, end: Math.min(end, from + seconds) };
}

/**
 * Use of some keys by the reader's days or hours. Whole UTC days come from the daily sums. Hours that belong to
 * another day of the reader come from the hourly sums and are moved.
 */
export async function sumKeys(db: Db, use: KeyedUse, range: StatisticsRange): Promise<UsageSum[]> {
  const table = new UsageTable();
  if (use.keys.length === 0) return [];
  for (const part of hourParts(range)) await addPart(db, use, { part, interval: range.interval, table });
  return table.rows();
}

interface PartOfSum {
  part: OffsetPart;
  interval: StatisticsRange['interval'];
  table: UsageTable;
}

async function addPart(db: Db, use: KeyedUse, { part, interval, table }: PartOfSum): Promise<void> {
  const { hours, wholeDays, moved, restDays } = splitDays(part, interval);
  for (const [start, end] of hours) {
    for (const row of await readHours(db, use, { start, end }))
      table.add(bucketOf(row.place, part.offsetSeconds, interval), row.key, row);
  }
  if (wholeDays === null) return;
  // Moved hours are read before the whole days. Counts only grow, so a call between the two leaves no negative sum.
  if (moved !== null) {
    for (const row of await readMovedHours(db, use, { ...wholeDays, ...moved })) {
      table.add(row.place + moved.toDays * DAY_SECONDS, row.key, row);
      table.add(row.place + restDays * DAY_SECONDS, row.key, row, -1);
    }
  }
  for (const row of await readDays(db, use, wholeDays))
    table.add(row.place + restDays * DAY_SECONDS, row.key, row);
}

interface PlacedCounts extends UsageCounts {
  /** Start of the hour or UTC day, seconds. */
  place: number;
  key: string;
}

const hoursOf = (db: Db, { dimension, keys }: KeyedUse, { start, end }: Stretch) =>
  db
    .selectFrom('statistics_key_hours')
    .where('dimension', '=', dimension)
    .where('usage_key', 'in', keys)
    .where('hour', '>=', start)
    .where('hour', '<', end);

async function readHours(db: Db, use: KeyedUse, stretch: Stretch): Promise<PlacedCounts[]> {
  const found: PlacedCounts[] = [];
  for (const slice of slicesOf(db, stretch, use.keys.length)) {
    const rows = hoursOf(db, use, slice).select(['hour as place', 'usage_key as key', ...storedCounts]);
    found.push(...(await rows.execute()));
  }
  return found;
}

/** Sums of some hours of every UTC day. */
async function readMovedHours(
  db: Db,
  use: KeyedUse,
  { fromSecond, toSecond, ...stretch }: Stretch & { fromSecond: number; toSecond: number },
): Promise<PlacedCounts[]> {
  const secondOfDay = sql<number>`hour % ${sql.lit(DAY_SECONDS)}`;
  const found: PlacedCounts[] = [];
  for (const slice of slicesOf(db, stretch, use.keys.length)) {
    const rows = hoursOf(db, use, slice)
      .where(secondOfDay, '>=', fromSecond)
      .where(secondOfDay, '<', toSecond)
      .select([sql<number>`hour - ${secondOfDay}`.as('place'), 'usage_key as key', ...summedColumns])
      .groupBy([sql`place`, 'usage_key']);
    found.push(...(await rows.execute()));
  }
  return found;
}

async function readDays(db: Db, { dimension, keys }: KeyedUse, stretch: Stretch): Promise<PlacedCounts[]> {
  const found: PlacedCounts[] = [];
  for (const { start, end } of slicesOf(db, stretch)) {
    const rows = db
      .selectFrom('statistics_key_days')
      .select(['day as place', 'usage_key as key', ...storedCounts])
      .where('dimension', '=', dimension)
      .where('usage_key', 'in', keys)
      .where('day', '>=', start)
      .where('day', '<', end);
    found.push(...(await rows.execute()));
  }
  return found;
}
