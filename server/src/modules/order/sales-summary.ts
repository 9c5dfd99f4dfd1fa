import { type Currency, type SalesSummary, salesDays } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { TimeSpan } from '../../db/time-spans.ts';
import { startOfDay } from '../../platform/zone-days.ts';
import { toMajor } from './order-repository.ts';
import { sumSales } from './sales.ts';

/** Sales and refunds up to now by gateway and currency, and the points that customers have not spent yet. */
export async function readSalesSummary(
  db: Db,
  timeZone: string | undefined,
  nowSeconds: number,
): Promise<SalesSummary> {
  const spans = salesDays.map((days) => ({
    ...{ start: startOfDay(nowSeconds, timeZone ?? 'UTC', 1 - days), end: nowSeconds },
  }));
  const rows = new Map<string, Omit<SalesSummary['sales'][number], 'gateway_name'>>();
  const rowOf = (days: number, gateway_id: number, currency: Currency) => {
    const key = `${days} ${gateway_id} ${currency}`;
    const row = rows.get(key) ?? { days, gateway_id, currency, amount: 0, refunded_amount: 0 };
    rows.set(key, row);
    return row;
  };
  const sales = await sumSales(db, spans);
  for (const [place, days] of salesDays.entries()) {
    for (const { gateway_id, currency, minor } of sales.filter((one) => one.place === place))
      rowOf(days, gateway_id, currency).amount = toMajor(minor, currency);
    for (const { gateway_id, currency, minor } of await sumRefunds(db, spans[place] as TimeSpan))
      rowOf(days, gateway_id, currency).refunded_amount = toMajor(minor, currency);
  }
  const gateways = await db.selectFrom('payments').select(['id', 'name']).execute();
  const names = new Map(gateways.map(({ id, name }) => [id, name]));
  return {
    sales: [...rows.values()].map((row) => ({ ...row, gateway_name: names.get(row.gateway_id) ?? '' })),
    unspent_quota: await sumBalances(db),
  };
}

const sumRefunds = (db: Db, { start, end }: TimeSpan) =>
  db
    .selectFrom('order_refunds')
    .innerJoin('orders', 'orders.id', 'order_refunds.order_id')
    .select([
      'orders.gateway_id as gateway_id',
      'orders.currency as currency',
      sql<number>`sum(cast(order_refunds.minor as double precision))`.as('minor'),
    ])
    .where('order_refunds.state', '=', 'done')
    .where('order_refunds.created_at', '>=', start)
    .where('order_refunds.created_at', '<=', end)
    .groupBy(['orders.gateway_id', 'orders.currency'])
    .orderBy('orders.gateway_id')
    .orderBy('orders.currency')
    .execute();

/** All balances and counter-accounts of the ledger sum to zero. */
async function sumBalances(db: Db): Promise<number> {
  const { points } = await db
    .selectFrom('ledger_accounts')
    .select(sql<number>`coalesce(sum(cast(points as double precision)), 0)`.as('points'))
    .executeTakeFirstOrThrow();
  return 0 - points;
}
