import { type Kysely, sql } from 'kysely';

/** What users make at vendors by addresses of its own, with its kind and as it was last seen: lists are answered of it. */
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
