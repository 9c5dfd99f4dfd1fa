import { TOLD_APART } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { rankCosts, rankKeys } from './costliest-keys.ts';
import { slicesOf, sumKeys } from './key-sums.ts';
import { bucketIn, hourParts, type StatisticsRange } from './statistics-range.ts';
import { summedColumns, type UsageSum, UsageTable } from './usage-table.ts';

interface UsageQuery {
  range: StatisticsRange;
  toldApart?: number;
}

/**
 * All use in a range by bucket and key. The most expensive keys are separate and the others are summed, so an answer stays
 * small for any number of keys.
 */
export async function sumUsage(
  db: Db,
  { range, by, toldApart = TOLD_APART }: UsageQuery & { by: 'model' | 'channel' | 'group' | 'user' },
): Promise<UsageSum[]> {
  const ranked = await rankKeys(db, by, range);
  const named = await sumKeys(db, { dimension: by, keys: ranked.slice(0, toldApart) }, range);
  if (ranked.length <= toldApart) return named;
  const all = await sumKeys(db, { dimension: 'all', keys: [''] }, range);
  const rest = new UsageTable();
  for (const sum of all) rest.add(sum.bucket, null, sum);
  for (const sum of named) rest.add(sum.bucket, null, sum, -1);
  return [...named, ...rest.rows()].sort((a, b) => a.bucket - b.bucket);
}

/** One user's use by bucket; the key is the user's number. */
export const sumUser = (db: Db, userId: number, range: StatisticsRange): Promise<UsageSum[]> =>
  sumKeys(db, { dimension: 'user', keys: [String(userId)] }, range);

/** One user's use, by bucket and key. */
export async function sumUsageOfUser(
  db: Db,
  userId: number,
  { range, by, toldApart = TOLD_APART }: UsageQuery & { by: 'model' | 'channel' },
): Promise<UsageSum[]> {
  const key = by === 'model' ? sql<string>`model_name` : sql<string>`cast(channel_id as text)`;
  const table = new UsageTable();
  for (const part of hourParts(range)) {
    for (const slice of slicesOf(db, { start: part.start, end: part.end + 1 })) {
      const rows = await db
        .selectFrom('statistics_hours')
        .select([bucketIn('hour', part, range.interval).as('bucket'), key.as('usage_key'), ...summedColumns])
        .where('user_id', '=', userId)
        .where('hour', '>=', slice.start)
        .where('hour', '<', slice.end)
        .groupBy([sql`bucket`, sql`usage_key`])
        .execute();
      for (const { bucket, usage_key, ...counts } of rows) table.add(bucket, usage_key, counts);
    }
  }
  const sums = table.rows();
  const ranked = rankCosts(sums.map(({ key: name, ...cost }) => ({ ...cost, key: name ?? '' })));
  const named = new Set(ranked.slice(0, toldApart));
  const shown = new UsageTable();
  for (const sum of sums) shown.add(sum.bucket, named.has(sum.key ?? '') ? sum.key : null, sum);
  return shown.rows();
}
