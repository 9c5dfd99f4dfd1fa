import type { Kysely } from 'kysely';

/** Code of the error that the last test of a channel ended with; empty where it passed or is from before. */
export async function testError(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('channels')
    .addColumn('test_error', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
