import type { Kysely } from 'kysely';

/** Parts of a price in addition to its ratios: prices of units, long inputs and service tiers, as JSON. */
export async function priceParts(db: Kysely<unknown>): Promise<void> {
  for (const [name, nothing] of [
    ['units', '[]'],
    ['steps', '[]'],
    ['tiers', '{}'],
  ] as const) {
    await db.schema
      .alterTable('prices')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(nothing))
      .execute();
  }
}
