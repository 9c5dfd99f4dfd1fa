import type { Kysely } from 'kysely';

/** Headers and members that a channel adds to its requests, as JSON objects; empty where none. */
export async function channelOverrides(db: Kysely<unknown>): Promise<void> {
  for (const name of ['model_headers', 'custom_parameter']) {
    await db.schema
      .alterTable('channels')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
}
