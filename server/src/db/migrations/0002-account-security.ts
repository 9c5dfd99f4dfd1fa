import type { Kysely } from 'kysely';

/** When a session was last used, and tokens with which scripts call the management API. */
export async function accountSecurity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('last_used_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('access_tokens')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addColumn('last_used_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
