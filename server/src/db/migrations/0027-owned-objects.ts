import { type Kysely, sql } from 'kysely';

/**
 * Objects that users create at vendors through separate endpoints, with kind and last known state. Lists are
 * answered from these rows.
 */
export async function ownedObjects(db: Kysely<unknown>): Promise<void> {
  for (const name of ['kind', 'shown'])
    await db.schema
      .alterTable('kept_objects')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  await db.schema
    .alterTable('kept_objects')
    .addColumn('created_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index kept_objects_lists on kept_objects (user_id, kind, created_at, name)
    where kind <> ''`.execute(db);
}
