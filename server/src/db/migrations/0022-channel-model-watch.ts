import type { Kysely } from 'kysely';

/**
 * What a channel's upstream listed at the last look, and what is new or missing since; lists are JSON. `models_offered` is
 * empty until the first look.
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
