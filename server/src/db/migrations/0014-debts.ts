import { type Kysely, sql } from 'kysely';

/** Cost of calls beyond the balance, until the next credit pays it. */
export async function debts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('debt', 'bigint', (c) => c.notNull().defaultTo(0).check(sql`debt >= 0`))
    .execute();
}
