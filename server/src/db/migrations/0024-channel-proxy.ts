import type { Kysely } from 'kysely';

/** The proxy of a channel's calls: as it is shown, without its secret, and sealed as a whole; empty where there is none. */
export async function channelProxy(db: Kysely<unknown>): Promise<void> {
  for (const name of ['proxy', 'proxy_sealed']) {
    await db.schema
      .alterTable('channels')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
}
