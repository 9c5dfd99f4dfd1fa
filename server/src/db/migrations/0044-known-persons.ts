import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Addresses and sign-ins that an account has had, for gifts and rewards; rewards with the points of the opening. */
export async function knownPersons(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  await db.schema
    .createTable('person_hashes')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['email_hash', 'identity_hash']) {
    await sql`insert into person_hashes (hash, created_time)
      select ${sql.ref(column)}, created_time from invitation_rewards where ${sql.ref(column)} is not null`.execute(
      db,
    );
  }

  // SQLite cannot drop columns with an index of their own.
  const id = idColumn(engine);
  await db.schema
    .createTable('invitation_rewards_next')
    .addColumn('id', id.type, id.build)
    .addColumn('inviter_id', 'bigint', (c) => c.notNull())
    .addColumn('invitee_id', 'bigint', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addColumn('paid_time', 'bigint')
    .addUniqueConstraint('invitation_rewards_invitee', ['invitee_id', 'source'])
    .execute();
  const columns = sql`inviter_id, invitee_id, source, points, created_time`;
  await sql`insert into invitation_rewards_next (${columns}, paid_time)
    select ${columns}, created_time from invitation_rewards order by id`.execute(db);
  await db.schema.dropTable('invitation_rewards').execute();
  await db.schema.alterTable('invitation_rewards_next').renameTo('invitation_rewards').execute();
}
