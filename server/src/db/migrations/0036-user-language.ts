import type { Kysely } from 'kysely';

/** The language that an account reads; empty is the site's. */
export async function userLanguage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('language', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
