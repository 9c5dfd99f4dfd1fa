import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Several access tokens for an account, each with a name, a scope and an end. The one that was there keeps all rights. */
export async function accessTokens(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema.alterTable('access_tokens').renameTo('old_access_tokens').execute();
  await db.schema
    .createTable('access_tokens')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('expires_time', 'bigint', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addColumn('last_used_time', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('access_tokens_hash', ['token_hash'])
    .addCheckConstraint('access_tokens_scope', sql`scope in ('read', 'own', 'admin')`)
    .execute();
  await sql`
    insert into access_tokens (user_id, name, scope, token_hash, expires_time, created_time, last_used_time)
    select user_id, '', 'admin', token_hash, 0, created_time, last_used_time from old_access_tokens`.execute(
    db,
  );
  await db.schema.dropTable('old_access_tokens').execute();
  await db.schema.createIndex('access_tokens_user').on('access_tokens').column('user_id').execute();
}
