import { type Kysely, sql } from 'kysely';

/** Groups that accounts enter by their top-ups, and accounts whose group an administrator chose. */
export async function promotions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user_groups')
    .addColumn('promotion_points', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('users')
    .addColumn('group_chosen', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Until now, only administrators and their invitation codes put accounts into another group.
  await sql`update users set group_chosen = 1 where "group" <> 'default'`.execute(db);
  await sql`create index ledger_user_top_ups on ledger (user_id, delta) where kind = 'top_up'`.execute(db);
}
