import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Prices before and after each change, prices planned for a later time, and sources of price lists. */
export async function priceVersions(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('price_changes')
    .addColumn('id', id.type, id.build)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'bigint')
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('undoes', 'bigint')
    .execute();
  await db.schema
    .createTable('price_versions')
    .addColumn('id', id.type, id.build)
    .addColumn('change_id', 'bigint', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('after', 'text', (c) => c.notNull())
    .addUniqueConstraint('price_versions_key', ['model', 'version'])
    .execute();
  await db.schema.createIndex('price_versions_change').on('price_versions').column('change_id').execute();
  await db.schema
    .createTable('planned_prices')
    .addColumn('id', id.type, id.build)
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('valid_from', 'bigint', (c) => c.notNull())
    .addColumn('price', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addUniqueConstraint('planned_prices_key', ['model', 'valid_from'])
    .execute();
  await db.schema
    .createIndex('planned_prices_valid_from')
    .on('planned_prices')
    .column('valid_from')
    .execute();
  await db.schema
    .createTable('price_schedules')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('ran_at', 'bigint', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .execute();
}
