import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** The last tests of channels, the run of the scheduled ones, and results of calls by model and hour. */
export async function shownRouting(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('channel_tests')
    .addColumn('id', id.type, id.build)
    .addColumn('channel_id', 'bigint', (c) => c.notNull())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('duration_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('channel_tests_channel')
    .on('channel_tests')
    .columns(['channel_id', 'id'])
    .execute();

  let run = db.schema.createTable('channel_test_run').addColumn('id', 'bigint', (c) => c.primaryKey());
  for (const name of [
    'started_at',
    'ended_at',
    'total',
    'passed',
    'failed',
    'skipped',
    'disabled',
    'enabled',
  ])
    run = run.addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)) as typeof run;
  await run
    .addColumn('testing', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('wanted_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('model_health_hours')
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('calls', 'bigint', (c) => c.notNull())
    .addColumn('failures', 'bigint', (c) => c.notNull())
    .addColumn('first_byte_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('model_health_hours_key', ['hour', 'model'])
    .execute();
}
