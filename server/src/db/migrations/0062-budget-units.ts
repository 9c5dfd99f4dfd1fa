import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/**
 * A budget counts points, tokens or requests. It may have windows of hours, an alert at a share, and another limit until
 * a time.
 */
export async function budgetUnits(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('budgets_next')
    .addColumn('id', id.type, id.build)
    .addColumn('owner_type', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'bigint', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('hours', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('unit', 'text', (c) => c.notNull().defaultTo('points'))
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('alert_percent', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('override_points', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('override_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('removed_time', 'bigint', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('budgets_place', ['owner_type', 'owner_id', 'period', 'hours', 'model', 'unit'])
    .execute();
  const columns = sql`id, owner_type, owner_id, period, model, points, removed_time`;
  await sql`insert into budgets_next (${columns}) select ${columns} from budgets`.execute(db);
  await keepNumbers(db, engine);
  await db.schema.dropTable('budgets').execute();
  await db.schema.alterTable('budgets_next').renameTo('budgets').execute();
}

/** A number of a deleted budget is not used again, because its use may still be stored. */
async function keepNumbers(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`delete from sqlite_sequence where name = 'budgets_next'`.execute(db);
    await sql`insert into sqlite_sequence (name, seq)
      select 'budgets_next', seq from sqlite_sequence where name = 'budgets'`.execute(db);
    return;
  }
  await sql`select setval(
    pg_get_serial_sequence('budgets_next', 'id'),
    nextval(pg_get_serial_sequence('budgets', 'id')), false)`.execute(db);
}
