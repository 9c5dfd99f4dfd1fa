import { type Kysely, sql } from 'kysely';

/** Copies in a bucket that no task has any more, until the bucket has deleted them. */
export async function copiesToDelete(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('copies_to_delete')
    .addColumn('copy', 'text', (c) => c.primaryKey().notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('copies_to_delete_due').on('copies_to_delete').column('due_at').execute();
  // No results have one spelling.
  await sql`update tasks set files = '' where files = '[]'`.execute(db);
}
