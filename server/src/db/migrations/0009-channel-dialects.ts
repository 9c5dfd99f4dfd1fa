import type { Kysely } from 'kysely';

/** Custom channels say what their upstream speaks; those that were there spoke OpenAI's chat. */
export async function channelDialects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('channels')
    .addColumn('dialects', 'text', (c) => c.notNull().defaultTo('["openai-chat"]'))
    .execute();
}
