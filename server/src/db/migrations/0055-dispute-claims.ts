import type { Kysely } from 'kysely';

/** The amount that a dispute is about, apart from what it has taken. */
export async function disputeClaims(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order_refunds')
    .addColumn('claimed_minor', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
