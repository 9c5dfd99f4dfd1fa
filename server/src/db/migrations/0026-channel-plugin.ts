import type { Kysely } from 'kysely';

/** What a channel sets for its provider, as a JSON object; empty where nothing. */
export async function channelPluginColumn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('channels')
    .addColumn('plugin', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
