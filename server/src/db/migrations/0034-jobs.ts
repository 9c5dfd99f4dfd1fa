import type { Kysely } from 'kysely';

/** Recurring work of the site: who runs it, when it runs next, and how its last run ended. */
export async function jobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('run_id', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('next_run_at', 'bigint', (c) => c.notNull())
    .addColumn('last_started_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('last_succeeded_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('last_failed_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('last_error', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('failures', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
