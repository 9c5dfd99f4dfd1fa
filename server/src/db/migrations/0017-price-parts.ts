import type { Kysely } from 'kysely';

/** What a price says next to its ratios: prices of units, of long inputs and of service tiers, as JSON. */
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
