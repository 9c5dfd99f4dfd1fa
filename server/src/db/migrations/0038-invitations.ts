import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Each account's own invitation code, codes made by administrators, and rewards for invitations. */
export async function invitations(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  const users = () => db.schema.alterTable('users');
  await users()
    .addColumn('aff_code', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await users().addColumn('inviter_id', 'bigint').execute();
  await users()
    .addColumn('aff_history_quota', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  // The call that reads the code must not make it, so every account gets one now.
  const code =
    engine === 'sqlite'
      ? sql`lower(hex(randomblob(6)))`
      : sql`substr(md5(gen_random_uuid()::text || id::text), 1, 12)`;
  await sql`update users set aff_code = ${code}`.execute(db);
  await sql`create unique index users_aff_code on users (aff_code) where aff_code <> ''`.execute(db);

  await db.schema
    .createTable('invitation_rewards')
    .addColumn('id', id.type, id.build)
    .addColumn('inviter_id', 'bigint', (c) => c.notNull())
    .addColumn('invitee_id', 'bigint', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('email_hash', 'text', (c) => c.unique())
    .addColumn('identity_hash', 'text', (c) => c.unique())
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('invitation_rewards_source', ['invitee_id', 'source'])
    .execute();

  await db.schema
    .createTable('invite_codes')
    .addColumn('id', id.type, id.build)
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('max_uses', 'bigint', (c) => c.notNull())
    .addColumn('used_count', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('starts_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('group', 'text', (c) => c.notNull())
    .addColumn('gift_quota', 'bigint', (c) => c.notNull())
    .addColumn('enable', 'integer', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .execute();
}
