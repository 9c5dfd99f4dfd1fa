import type { Kysely } from 'kysely';

/**
 * Models that a channel's upstream listed at the last check, and models that are new or missing since; lists
 * are JSON. `models_offered` is empty until the first check.
 */
export async function channelModelWatch(db: Kysely<unknown>): Promise<void> {
  const empties = { models_offered: '', models_added: '[]', models_missing: '[]', models_ignored: '[]' };
  for (const [name, empty] of Object.entries(empties)) {
    await db.schema
      .alterTable('channels')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(empty))
      .execute();
  }
  await db.schema
    .alterTable('channels')
    .addColumn('models_checked_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
