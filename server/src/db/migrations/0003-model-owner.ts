import type { Kysely } from 'kysely';

/** Owners that the site has added or changed; the others are built in. */
export async function modelOwner(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('model_owners')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('icon', 'text', (c) => c.notNull())
    .execute();
}
