import type { Kysely } from 'kysely';

/** Factors of a price by the time of the call, as JSON; empty where it has none. */
export async function priceHours(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('prices')
    .addColumn('hours', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
