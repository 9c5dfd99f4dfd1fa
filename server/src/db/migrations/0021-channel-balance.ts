import type { Kysely } from 'kysely';

/**
 * Balance of a channel's account as its upstream reported it: decimal text, currency (empty: never queried)
 * and time.
 */
export async function channelBalance(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('channels')
    .addColumn('balance', 'text', (c) => c.notNull().defaultTo('0'))
    .execute();
  await db.schema
    .alterTable('channels')
    .addColumn('balance_currency', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('channels')
    .addColumn('balance_updated_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
