import type { Kysely } from 'kysely';

/** When a second channel is asked for calls of a group, and for how many of them. */
export async function hedgedGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user_groups')
    .addColumn('hedge_seconds', 'double precision', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('user_groups')
    .addColumn('hedge_percent', 'integer', (c) => c.notNull().defaultTo(5))
    .execute();
}
