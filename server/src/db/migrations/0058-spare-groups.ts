import { type Kysely, sql } from 'kysely';

/** A key has a list of spare groups. Symbols have only letters, digits, `_` and `-`, so JSON needs no escapes. */
export async function spareGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tokens')
    .addColumn('spare_groups', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await sql`update tokens set spare_groups = '["' || backup_group || '"]' where backup_group <> ''`.execute(
    db,
  );
  await db.schema.alterTable('tokens').dropColumn('backup_group').execute();
}
