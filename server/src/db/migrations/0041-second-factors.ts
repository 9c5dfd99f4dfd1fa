import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Authenticator apps, their recovery codes, and passkeys. */
export async function secondFactors(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  await db.schema
    .createTable('authenticators')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('confirmed_time', 'bigint', (c) => c.notNull())
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('recovery_codes_user').on('recovery_codes').column('user_id').execute();

  const id = idColumn(engine);
  await db.schema
    .createTable('passkeys')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('is_synced', 'bigint', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addColumn('last_used_time', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('passkeys_credential', ['credential_id'])
    .execute();
  await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();
  await db.schema
    .alterTable('users')
    .addColumn('passkey_handle', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
