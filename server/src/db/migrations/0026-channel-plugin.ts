import type { Kysely } from 'kysely';

/** Provider settings of a channel, as a JSON object; empty where there are none. */
export async function channelPluginColumn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('channels')
    .addColumn('plugin', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
