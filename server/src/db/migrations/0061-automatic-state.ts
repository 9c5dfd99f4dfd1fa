import type { Kysely } from 'kysely';

/** When and why the gateway turned a channel off. */
export async function automaticState(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('channels')
    .addColumn('auto_disabled_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('channels')
    .addColumn('auto_disabled_code', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
