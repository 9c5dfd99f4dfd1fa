import { type Currency, currencies } from '@turnpike/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import { type TimeSpan, timeSpanRows } from '../../db/time-spans.ts';

export interface Sales {
  /** Place of the time span in the given list. */
  place: number;
  gateway_id: number;
  currency: Currency;
  /** Paid, in minor units of the currency; refunds are not subtracted. */
  minor: number;
}

/** Paid orders by time span, gateway and currency; an order counts at the time of its credit. */
export async function sumSales(db: Db, spans: readonly TimeSpan[], userId?: number): Promise<Sales[]> {
  // Orders that are not paid have 0. A second condition for them would keep SQLite from seeking the start.
  const paid = spans.map(({ start, end }) => ({ start: Math.max(1, start), end }));
  const isOfUser =
    userId === undefined
      ? sql``
      : sql`and account_id = (select accounts.id from accounts where accounts.user_id = ${userId})`;
  const ofPair = sql`from orders where orders.currency = pairs.currency and orders.gateway_id = pairs.gateway_id`;
  const ofSpan = sql`${ofPair} and credited_at >= start_at and credited_at <= end_at ${isOfUser}`;
  // PostgreSQL would read all orders for an "exists"; a subquery with a limit is one seek.
  const { rows } = await sql<Sales>`
    with spans (place, start_at, end_at) as (${timeSpanRows(paid)}),
      known (currency) as (values ${sql.join(currencies.map((currency) => sql`(${sql.lit(currency)})`))}),
      pairs as materialized (
        select * from (select payments.id as gateway_id, known.currency from payments cross join known) as pairs
        where (select 1 ${ofPair} and credited_at > 0 limit 1) is not null
      )
    select place, gateway_id, currency,
      (select coalesce(sum(cast(pay_minor as double precision)), 0) ${ofSpan}) as minor
    from spans cross join pairs
    order by place, gateway_id, currency`.execute(db);
  return rows.filter(({ minor }) => minor > 0);
}
