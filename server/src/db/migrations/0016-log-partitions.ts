import { type Kysely, sql } from 'kysely';
import { startOfMonth } from '../log-months.ts';
import type { MigrationEngine } from '../migration-columns.ts';

/**
 * PostgreSQL: log rows are partitioned by month, so that old months can be dropped at once. The existing
 * table becomes the partition of all months up to the present one, without a copy. It is read twice: once for
 * the new key of time and number, which replaces two indexes, and once to check its times. The gateway is
 * starting, so nothing else uses the table.
 */
export async function logPartitions(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  if (engine === 'sqlite') return;
  const run = (text: string) => sql.raw(text).execute(db);
  const { rows } = await sql<{ first: number | null; last: number | null; next: number }>`
    select (select created_at from logs order by created_at limit 1) as first,
      (select created_at from logs order by created_at desc limit 1) as last,
      nextval(pg_get_serial_sequence('logs', 'id')) as next`.execute(db);
  const { first = null, last = null, next = 1 } = rows[0] ?? {};
  const nowSeconds = Math.floor(Date.now() / 1000);

  await run('alter table logs rename to logs_earlier');
  for (const name of ['user_time', 'request', 'unfinished']) {
    await run(`alter index logs_${name} rename to logs_earlier_${name}`);
  }
  await run('alter table logs_earlier drop constraint logs_pkey');
  await run('alter table logs_earlier alter column id drop identity');
  await run('drop index logs_time');

  await run(`create sequence logs_number start ${next}`);
  await run('create table logs (like logs_earlier) partition by range (created_at)');
  await run(`alter table logs alter column id set default nextval('logs_number')`);
  await run('alter sequence logs_number owned by logs.id');
  // Numbers come from one sequence. Lists read by time and number, which this key answers too.
  await run('alter table logs add constraint logs_time primary key (created_at, id)');
  await run('create index logs_user_time on logs (user_id, created_at, id)');
  await run('create index logs_request on logs (request_id)');
  await run(`create index logs_unfinished on logs (created_at, id, user_id, ended_by)
    where ended_by <> 'completed'`);
  await run('create table logs_other partition of logs default');

  if (first === null || last === null) await run('drop table logs_earlier');
  else {
    await run('alter table logs_earlier add constraint logs_earlier_time primary key (created_at, id)');
    const end = startOfMonth(Math.max(last, nowSeconds), 1);
    await run(`alter table logs attach partition logs_earlier
      for values from (${startOfMonth(first)}) to (${end})`);
  }
}
