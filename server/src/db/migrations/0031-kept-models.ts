import type { Kysely } from 'kysely';

/** The model of a call of which a vendor keeps something: keys that may not use it may not read that either. */
export async function keptModels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('kept_objects')
    .addColumn('model', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
