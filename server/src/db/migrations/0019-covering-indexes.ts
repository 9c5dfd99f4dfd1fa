import { type Kysely, sql } from 'kysely';
import type { MigrationEngine } from '../migration-columns.ts';

/** Users whose hours one statement copies. */
const USERS_A_COPY = 100;

const sums = ['request_count', 'quota', 'prompt_tokens', 'completion_tokens', 'request_time'];
const sumColumns = sums.join(', ');
/** Columns that a search of log rows may use; the index alone answers every search of one user's calls. */
const searched = 'type, channel_id, ended_by, model_name, token_name, source_ip';
const dimensions = ['all', 'model', 'channel', 'user', 'group'];

/**
 * Indexes with all required columns answer lists of one user and sums of one key. Without them, each row of a
 * user would cost one page. Sums by month rank the keys over a long time range.
 */
export async function coveringIndexes(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const covers = (keys: string, columns: string) =>
    engine === 'postgres' ? `(${keys}) include (${columns})` : `(${keys}, ${columns})`;

  await run('drop index logs_user_time');
  await run(`create index logs_user_time on logs ${covers('user_id, created_at, id', searched)}`);
  await run(`create index logs_user_unfinished on logs (user_id, created_at, id, ended_by)
    where ended_by <> 'completed'`);

  if (engine === 'postgres') await coverOnPostgres(run);
  else await reorderOnSqlite(db, run);

  await run(`create table statistics_key_months (dimension text not null, month bigint not null,
    usage_key text not null, ${sums.map((name) => `${name} bigint not null`).join(', ')},
    constraint statistics_key_months_key primary key (dimension, month, usage_key))
    ${engine === 'sqlite' ? 'without rowid' : ''}`);
  const ends = await sql<{ first: number | null; last: number | null }>`
    select min(day) as first, max(day) as last from statistics_key_days where dimension = 'all'`.execute(db);
  const { first, last } = ends.rows[0] ?? { first: null, last: null };
  if (first === null || last === null) return;
  for (const fill of fillKeyMonths(first, last)) await run(fill);
}

/**
 * Statements that fill the sums by month, which are empty, from those by day.
 * @param first any second of the first day that has calls
 * @param last any second of the last one
 */
export function fillKeyMonths(first: number, last: number): string[] {
  const fills: string[] = [];
  const time = new Date(first * 1000);
  const startOf = (later: number) => Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later, 1) / 1000;
  for (let later = 0; startOf(later) <= last; later += 1) {
    for (const dimension of dimensions) {
      fills.push(
        `insert into statistics_key_months (dimension, month, usage_key, ${sumColumns})
         select dimension, ${startOf(later)}, usage_key, ${sums.map((name) => `sum(${name})`).join(', ')}
         from statistics_key_days
         where dimension = '${dimension}' and day >= ${startOf(later)} and day < ${startOf(later + 1)}
         group by dimension, usage_key`,
      );
    }
  }
  return fills;
}

async function coverOnPostgres(run: (text: string) => Promise<unknown>): Promise<void> {
  const keys = {
    statistics_hours: 'user_id, hour, channel_id, model_name',
    statistics_key_hours: 'dimension, usage_key, hour',
  };
  await run('drop index statistics_hours_user');
  for (const [table, key] of Object.entries(keys)) {
    await run(`alter table ${table} drop constraint ${table}_key`);
    await run(
      `alter table ${table} add constraint ${table}_key primary key (${key}) include (${sumColumns})`,
    );
    // An index answers alone where the page is known to be seen by all, which a vacuum notes down.
    await run(`alter table ${table} set (autovacuum_vacuum_insert_scale_factor = 0.02)`);
  }
  await run('alter table statistics_key_days drop constraint statistics_key_days_key');
  await run(`alter table statistics_key_days
    add constraint statistics_key_days_key primary key (dimension, usage_key, day)`);
}

/** SQLite stores a table in the order of its key: what is read together lies together, and needs no second index. */
async function reorderOnSqlite(db: Kysely<unknown>, run: (text: string) => Promise<unknown>): Promise<void> {
  const counts = sums.map((name) => `${name} bigint not null`).join(', ');
  await run('alter table statistics_hours rename to statistics_hours_earlier');
  await run(`create table statistics_hours (user_id bigint not null, hour bigint not null, channel_id bigint not null,
    model_name text not null, ${counts},
    constraint statistics_hours_key primary key (user_id, hour, channel_id, model_name)) without rowid`);
  const ends = await sql<{ first: number | null; last: number | null }>`
    select min(user_id) as first, max(user_id) as last from statistics_hours_earlier`.execute(db);
  const { first, last } = ends.rows[0] ?? { first: null, last: null };
  for (let from = first ?? 0; from <= (last ?? -1); from += USERS_A_COPY) {
    await run(`insert into statistics_hours (user_id, hour, channel_id, model_name, ${sumColumns})
      select user_id, hour, channel_id, model_name, ${sumColumns} from statistics_hours_earlier
      where user_id >= ${from} and user_id < ${from + USERS_A_COPY} order by user_id, hour, channel_id, model_name`);
  }
  await run('drop table statistics_hours_earlier');

  await run('alter table statistics_key_days rename to statistics_key_days_earlier');
  await run(`create table statistics_key_days (dimension text not null, usage_key text not null, day bigint not null,
    ${counts}, constraint statistics_key_days_key primary key (dimension, usage_key, day)) without rowid`);
  for (const dimension of dimensions) {
    await run(`insert into statistics_key_days (dimension, usage_key, day, ${sumColumns})
      select dimension, usage_key, day, ${sumColumns} from statistics_key_days_earlier
      where dimension = '${dimension}' order by usage_key, day`);
  }
  await run('drop table statistics_key_days_earlier');
}
