import { type Kysely, sql } from 'kysely';

/** Covering indexes: sums of sales and redemptions by time read no rows. */
export async function sales(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_sales on orders (currency, gateway_id, credited_at, pay_minor, quota, account_id)`.execute(
    db,
  );
  await sql`create index order_refunds_created on order_refunds (created_at)`.execute(db);
  await sql`drop index redemption_uses_time`.execute(db);
  await sql`create index redemption_uses_time on redemption_uses (redeemed_time, points, user_id)`.execute(
    db,
  );
}
