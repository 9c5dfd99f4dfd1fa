import type { Kysely } from 'kysely';

/** Answers that the gateway wrote as responses, whose items later calls may name. */
export async function keptAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_answers')
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('items', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('kept_answers_key', ['user_id', 'name'])
    .execute();
  await db.schema
    .createIndex('kept_answers_expires_at')
    .on('kept_answers')
    .columns(['expires_at', 'user_id', 'name'])
    .execute();
}
