import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Accounts at sign-in providers that belong to accounts here, and tokens and codes that work once. */
export async function identities(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('identities')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email_verified', 'bigint', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addColumn('last_used_time', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('identities_key', ['provider', 'subject'])
    .addCheckConstraint('identities_provider', sql`length(provider) between 1 and 32`)
    .addCheckConstraint('identities_subject', sql`length(subject) between 1 and 255`)
    .execute();
  await db.schema.createIndex('identities_user').on('identities').column('user_id').execute();

  await db.schema
    .createTable('one_time_tokens')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('owner_user_id', 'bigint')
    .addColumn('bound_hash', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('one_time_tokens_holder')
    .on('one_time_tokens')
    .columns(['owner_user_id', 'purpose', 'bound_hash'])
    .execute();
  await db.schema
    .createIndex('one_time_tokens_expires_at')
    .on('one_time_tokens')
    .column('expires_at')
    .execute();
}
