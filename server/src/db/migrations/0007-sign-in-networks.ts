import type { Kysely } from 'kysely';

/** Networks that each account was signed in from: a stranger's wrong passwords do not keep them out. */
export async function signInNetworks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_networks')
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('last_used_time', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('sign_in_networks_key', ['user_id', 'network'])
    .execute();
}
