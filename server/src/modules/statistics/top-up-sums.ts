import { type PeriodStatistics, redemptionStatus, type siteTotals } from '@turnpike/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../db/store.ts';
import { timeSpanRows } from '../../db/time-spans.ts';
import { toMajor } from '../order/order-repository.ts';
import { sumSales } from '../order/sales.ts';
import { bucketsOf, type StatisticsRange } from './statistics-range.ts';
import { sumOf } from './usage-table.ts';

type Totals = z.output<typeof siteTotals>;

/** Redeemed points, as one-hub's row of used codes. Codes that are not redeemed yet are no top-ups. */
export async function sumRedeemed(db: Db): Promise<Totals['redemption_statistic']> {
  const uses = await db
    .selectFrom('redemption_uses')
    .select([sql<number>`cast(count(*) as bigint)`.as('count'), sumOf('points').as('quota')])
    .executeTakeFirstOrThrow();
  return uses.count === 0 ? [] : [{ ...uses, status: redemptionStatus.used }];
}

/** Everything that was paid, by currency. */
export async function sumOrders(db: Db): Promise<Totals['order_statistics']> {
  const rows = await db
    .selectFrom('orders')
    .select(['currency', sumOf('quota').as('quota'), sumOf('pay_minor').as('minor')])
    .where('credited_at', '>', 0)
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  return rows.map(({ quota, minor, currency }) => ({
    ...{ quota, money: toMajor(minor, currency), order_currency: currency },
  }));
}

/** Paid orders by date and currency, at the time of their credit. */
export async function ordersByDate(
  db: Db,
  range: StatisticsRange,
  userId: number | undefined,
): Promise<PeriodStatistics['order_statistics']> {
  const buckets = bucketsOf(range);
  const sums = new Map<string, PeriodStatistics['order_statistics'][number] & { minor: number }>();
  for (const { place, currency, minor } of await sumSales(db, buckets, userId)) {
    const date = buckets[place]?.date ?? '';
    const sum = minor + (sums.get(`${date} ${currency}`)?.minor ?? 0);
    const order_amount = toMajor(sum, currency);
    sums.set(`${date} ${currency}`, { date, order_amount, order_currency: currency, minor: sum });
  }
  return [...sums.values()].map(({ minor, ...shown }) => shown);
}

/** Redeemed points by date, and how many accounts redeemed them. */
export async function redemptionsByDate(
  db: Db,
  range: StatisticsRange,
  userId: number | undefined,
): Promise<PeriodStatistics['redemption_statistics']> {
  const buckets = bucketsOf(range);
  const ofUser = userId === undefined ? sql`` : sql`and user_id = ${userId}`;
  const ofSpan = sql`from redemption_uses where redeemed_time >= start_at and redeemed_time <= end_at ${ofUser}`;
  const { rows } = await sql<{ place: number; quota: number; user_count: number }>`
    with spans (place, start_at, end_at) as (${timeSpanRows(buckets)})
    select place,
      (select coalesce(sum(cast(points as double precision)), 0) ${ofSpan}) as quota,
      (select cast(count(distinct user_id) as bigint) ${ofSpan}) as user_count
    from spans order by place`.execute(db);
  return rows
    .filter(({ user_count }) => user_count > 0)
    .map(({ place, ...sums }) => ({ date: buckets[place]?.date ?? '', ...sums }));
}
