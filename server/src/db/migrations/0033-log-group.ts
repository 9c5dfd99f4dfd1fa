import type { Kysely } from 'kysely';

/**
 * The group of a call leaves the metadata for a column that lists filter by. Earlier rows stay without it: to
 * fill them would rewrite the whole log.
 */
export async function logGroup(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('logs').addColumn('group_name', 'text').execute();
  await db.schema
    .alterTable('refused_calls')
    .addColumn('group_name', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
