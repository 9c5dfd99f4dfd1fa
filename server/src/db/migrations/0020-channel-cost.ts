import type { Kysely } from 'kysely';

/** Price of a channel's upstream as a factor of the list price, in decimal text; 0 where it is unknown. */
export async function channelCost(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('channels')
    .addColumn('cost_ratio', 'text', (c) => c.notNull().defaultTo('0'))
    .execute();
}
