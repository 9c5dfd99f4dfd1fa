import type { PeriodStatistics, siteTotals } from '@turnpike/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../db/store.ts';
import { constantOffsets } from '../../platform/zone-days.ts';
import { bucketIn, bucketLabel, type StatisticsRange } from './statistics-range.ts';
import { sumOrders, sumRedeemed } from './top-up-sums.ts';
import { sumOf } from './usage-table.ts';

/** Present sums over accounts, channels, redeemed codes and orders. */
export async function readTotals(db: Db): Promise<z.output<typeof siteTotals>> {
  const users = await db
    .selectFrom('users')
    .select([
      sumOf('quota').as('total_quota'),
      sumOf('used_quota').as('total_used_quota'),
      sql<number>`cast(count(*) as bigint)`.as('total_user'),
      sql<number>`cast(count(inviter_id) as bigint)`.as('total_inviter_user'),
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
    user_statistics: users,
    channel_statistics: channels,
    redemption_statistic: await sumRedeemed(db),
    order_statistics: await sumOrders(db),
  };
}

/** Accounts made in a range, those that were deleted since included. */
export async function countSignUps(
  db: Db,
  { start, end, interval, timeZone }: StatisticsRange,
  userId: number | undefined,
): Promise<PeriodStatistics['user_statistics']> {
  const counts = new Map<string, { user_count: number; inviter_user_count: number }>();
  for (const part of constantOffsets({ start, end, timeZone })) {
    let users = db
      .selectFrom('users')
      .select([
        bucketIn('created_time', part, interval).as('bucket'),
        sql<number>`cast(count(*) as bigint)`.as('count'),
        sql<number>`cast(count(inviter_id) as bigint)`.as('invited'),
      ])
      .where('created_time', '>=', part.start)
      .where('created_time', '<=', part.end);
    if (userId !== undefined) users = users.where('id', '=', userId);
    for (const { bucket, count, invited } of await users
      .groupBy(sql`bucket`)
      .orderBy(sql`bucket`)
      .execute()) {
      const date = bucketLabel(bucket, interval);
      const { user_count = 0, inviter_user_count = 0 } = counts.get(date) ?? {};
      counts.set(date, { user_count: user_count + count, inviter_user_count: inviter_user_count + invited });
    }
  }
  return [...counts].map(([date, count]) => ({ date, ...count }));
}
