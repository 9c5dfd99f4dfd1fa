import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Redemption codes and their uses, and an index for all that counts as a top-up of an account. */
export async function redemptions(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('redemptions')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('key_sealed', 'text', (c) => c.notNull())
    .addColumn('key_hint', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull())
    .addColumn('max_uses', 'bigint', (c) => c.notNull())
    .addColumn('used_count', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('group', 'text', (c) => c.notNull())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .addColumn('redeemed_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  for (const column of ['status', 'quota', 'created_time', 'redeemed_time', 'name']) {
    await sql`create index ${sql.ref(`redemptions_${column}`)} on redemptions (${sql.ref(column)}, id)`.execute(
      db,
    );
  }
  const pattern = engine === 'postgres' ? sql`lower(name) text_pattern_ops` : sql`lower(name)`;
  await sql`create index redemptions_lower_name on redemptions (${pattern})`.execute(db);

  await db.schema
    .createTable('redemption_uses')
    .addColumn('id', id.type, id.build)
    .addColumn('redemption_id', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('redeemed_time', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('redemption_uses_once', ['redemption_id', 'user_id'])
    .execute();
  await sql`create index redemption_uses_time on redemption_uses (redeemed_time)`.execute(db);

  await sql`drop index ledger_user_top_ups`.execute(db);
  await sql`create index ledger_user_top_ups on ledger (user_id, delta) where kind in ('top_up', 'redemption')`.execute(
    db,
  );
}
