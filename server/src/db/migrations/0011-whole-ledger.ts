import { ledgerAccount } from '@turnpike/contract/catalogues/ledger-kinds';
import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/**
 * Entries say who, why and against which counter-account. Those that stand there keep every column, and so their
 * hash: they are version 1. The counter-accounts begin with what these entries posted.
 */
export async function wholeLedger(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const add = (name: string, type: 'integer' | 'text' | 'bigint', usual?: number | string) =>
    db.schema
      .alterTable('ledger')
      .addColumn(name, type, (c) => (usual === undefined ? c : c.notNull().defaultTo(usual)))
      .execute();
  await add('version', 'integer', 1);
  await add('account', 'text', '');
  await add('reference_type', 'text', '');
  await add('actor_id', 'bigint');
  await add('note', 'text', '');
  await db.schema
    .createIndex('ledger_user_time')
    .on('ledger')
    .columns(['user_id', 'created_at', 'id'])
    .execute();
  // Entries other than consumption are rare; a day's sum is computed from them.
  await sql`create index ledger_user_other on ledger (user_id, created_at, id)
    where kind <> 'consume' and kind <> 'consumption'`.execute(db);

  await db.schema
    .createTable('ledger_accounts')
    .addColumn('account', 'text', (c) => c.primaryKey())
    .addColumn('points', 'bigint', (c) => c.notNull())
    // SQLite would turn a sum that is too large into a decimal; PostgreSQL refuses it by itself.
    .addCheckConstraint(
      'ledger_accounts_whole',
      sql`points between ${sql.lit(-(2 ** 62))} and ${sql.lit(2 ** 62)}`,
    )
    .execute();
  await sql`insert into ledger_accounts (account, points)
    select case kind when 'consume' then 'revenue' when 'opening' then 'opening' else 'adjustment' end,
      cast(-sum(delta) as bigint) from ledger group by 1`.execute(db);
  for (const account of ledgerAccount) {
    await sql`insert into ledger_accounts (account, points) values (${account}, 0)
      on conflict (account) do nothing`.execute(db);
  }

  await db.schema
    .createTable('ledger_closings')
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('entry_id', 'bigint', (c) => c.notNull())
    .addColumn('balance', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_closings_key', ['user_id', 'day'])
    .execute();
  await db.schema
    .createIndex('ledger_closings_day')
    .on('ledger_closings')
    .columns(['day', 'entry_id'])
    .execute();

  const id = idColumn(engine);
  await db.schema
    .createTable('ledger_checks')
    .addColumn('id', id.type, id.build)
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('duration_ms', 'bigint', (c) => c.notNull())
    .addColumn('is_full', 'integer', (c) => c.notNull())
    .addColumn('accounts', 'bigint', (c) => c.notNull())
    .addColumn('entries', 'bigint', (c) => c.notNull())
    .addColumn('difference', 'text', (c) => c.notNull())
    .addColumn('failure', 'text', (c) => c.notNull())
    .execute();
}
