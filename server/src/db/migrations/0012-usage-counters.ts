import type { Kysely } from 'kysely';

/** Channels count the calls whose usage was estimated or flagged. */
export async function usageCounters(db: Kysely<unknown>): Promise<void> {
  for (const name of ['estimated_calls', 'flagged_calls']) {
    await db.schema
      .alterTable('channels')
      .addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  }
}
