import { type Kysely, sql } from 'kysely';

/** Disputes among the refunds, and points of refunds that a balance owes. */
export async function disputes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order_refunds')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('refund'))
    .execute();
  await db.schema
    .alterTable('order_refunds')
    .addColumn('owed_quota', 'bigint', (c) => c.notNull().defaultTo(0).check(sql`owed_quota >= 0`))
    .execute();
  await sql`create index order_refunds_owed on order_refunds (order_id) where owed_quota > 0`.execute(db);
}
