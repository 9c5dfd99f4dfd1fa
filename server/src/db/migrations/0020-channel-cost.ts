import type { Kysely } from 'kysely';

/** What the upstream of a channel takes of the list price, as decimal text; 0 where it is not known. */
export async function channelCost(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('channels')
    .addColumn('cost_ratio', 'text', (c) => c.notNull().defaultTo('0'))
    .execute();
}
