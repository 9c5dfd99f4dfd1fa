import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Budgets of keys and groups, and what was used of each in its periods. */
export async function budgets(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('budgets')
    .addColumn('id', id.type, id.build)
    .addColumn('owner_type', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'bigint', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('removed_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('budgets_key', ['owner_type', 'owner_id', 'period', 'model'])
    .execute();
  await db.schema
    .createTable('budget_uses')
    .addColumn('budget_id', 'bigint', (c) => c.notNull())
    .addColumn('period_start', 'bigint', (c) => c.notNull())
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('budget_uses_key', ['budget_id', 'period_start'])
    .execute();
  await db.schema.createIndex('budget_uses_period_start').on('budget_uses').column('period_start').execute();
}
