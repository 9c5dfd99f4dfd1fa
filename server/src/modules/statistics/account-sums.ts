import type { PeriodStatistics, siteTotals } from '@turnpike/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../db/store.ts';
import { constantOffsets } from '../../platform/zone-days.ts';
import { bucketIn, bucketLabel, type StatisticsRange } from './statistics-range.ts';
import { sumOf } from './usage-table.ts';

/** Present sums over accounts and channels. Invitations, redemptions and orders do not exist yet, so they are empty. */
export async function readTotals(db: Db): Promise<z.output<typeof siteTotals>> {
  const users = await db
    .selectFrom('users')
    .select([
      sumOf('quota').as('total_quota'),
      sumOf('used_quota').as('total_used_quota'),
      sql<number>`cast(count(*) as bigint)`.as('total_user'),
    ])
    .where('deleted_time', '=', 0)
    .executeTakeFirstOrThrow();
  const channels = await db
    .selectFrom('channels')
    .select(['status', sql<number>`cast(count(*) as bigint)`.as('total_channels')])
    .where('deleted_time', '=', 0)
    .groupBy('status')
    .orderBy('status')
    .execute();
  return {
    user_statistics: { ...users, total_inviter_user: 0 },
    channel_statistics: channels,
    redemption_statistic: [],
    order_statistics: [],
  };
}

/** Accounts made in a range, those that were deleted since included. */
export async function countSignUps(
  db: Db,
  { start, end, interval, timeZone }: StatisticsRange,
  userId: number | undefined,
): Promise<PeriodStatistics['user_statistics']> {
  const counts = new Map<string, number>();
  for (const part of constantOffsets({ start, end, timeZone })) {
    let users = db
      .selectFrom('users')
      .select([
        bucketIn('created_time', part, interval).as('bucket'),
        sql<number>`cast(count(*) as bigint)`.as('count'),
      ])
      .where('created_time', '>=', part.start)
      .where('created_time', '<=', part.end);
    if (userId !== undefined) users = users.where('id', '=', userId);
    for (const { bucket, count } of await users.groupBy(sql`bucket`).orderBy(sql`bucket`).execute()) {
      const date = bucketLabel(bucket, interval);
      counts.set(date, (counts.get(date) ?? 0) + count);
    }
  }
  return [...counts].map(([date, user_count]) => ({ date, user_count, inviter_user_count: 0 }));
}
