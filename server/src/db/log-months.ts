import { setTimeout as wait } from 'node:timers/promises';
import { logType } from '@turnpike/contract/catalogues/log-types';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

// PostgreSQL only: the table `logs` is partitioned by months of UTC. Rows whose month has no partition go to
// `logs_other`, the default partition, so that no insert ever fails for want of one.

const DAY_SECONDS = 86_400;
/** Months that have their partition before they begin. */
const MONTHS_AHEAD = 2;
/** Months that one look gives to rows in `logs_other`. */
const MAX_STRAY_MONTHS = 24;
/** A change of partitions waits this long for statements under way; calls are settled after it. */
const LOCK_WAIT_MS = 200;
const PAUSE_MS = 1000;
const MAX_ATTEMPTS = 10;
/** Source: PostgreSQL manual, appendix A. */
const LOCK_NOT_AVAILABLE = '55P03';
/** A detached month begins with this name until its notes are moved and it is dropped. */
const LEAVING = 'logs_leaving_';

type Schema = Kysely<Tables> | Transaction<Tables>;

export interface LogMonth {
  /** Name of the partition. */
  name: string;
  /** Its first second, and the first that it does not hold. */
  from: number;
  to: number;
}

/** Partitions with bounds, the earliest first. That of the release before may hold many months. */
export async function listLogMonths(db: Schema): Promise<LogMonth[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'logs'::regclass`.execute(db);
  const months: LogMonth[] = [];
  for (const { name, bounds } of rows) {
    const match = /FROM \('?(-?\d+)'?\) TO \('?(-?\d+)'?\)/.exec(bounds);
    if (match !== null) months.push({ name, from: Number(match[1]), to: Number(match[2]) });
  }
  return months.sort((a, b) => a.from - b.from);
}

/**
 * Makes the partitions of this month and of those that come, and of call rows that stand in `logs_other`: a clock was
 * set, or nothing ran while a month began. Those rows move into their month.
 * @returns rows that were moved
 */
export async function makeLogMonths(db: Kysely<Tables>, nowSeconds: number): Promise<number> {
  const wanted = Array.from({ length: MONTHS_AHEAD + 1 }, (_, index) => startOfMonth(nowSeconds, index));
  const strays = await sql<{ month: number }>`
    select distinct cast(extract(epoch from date_trunc('month', to_timestamp(created_at), 'UTC')) as bigint) as month
    from logs_other where type = ${logType.consume} order by 1 limit ${MAX_STRAY_MONTHS}`.execute(db);
  wanted.push(...strays.rows.map(({ month }) => month));
  const known = await listLogMonths(db);
  let moved = 0;
  for (const from of new Set(wanted)) {
    const to = startOfMonth(from, 1);
    if (known.some((month) => month.from < to && from < month.to)) continue;
    moved += await makeLogMonth(db, { name: nameOfMonth(from), from, to });
  }
  return moved;
}

async function makeLogMonth(db: Kysely<Tables>, { name, from, to }: LogMonth): Promise<number> {
  const table = sql.table(name);
  const [start, end] = [sql.lit(from), sql.lit(to)];
  return await changePartitions(db, async (trx) => {
    await sql`create table ${table} (like logs including defaults including constraints)`.execute(trx);
    // The lock prevents new rows of this month between the move and the end of the transaction.
    await sql`lock table logs_other in share row exclusive mode`.execute(trx);
    const moved = await sql`with moved as
      (delete from logs_other where created_at >= ${from} and created_at < ${to} returning *)
      insert into ${table} select * from moved`.execute(trx);
    await sql`alter table logs attach partition ${table} for values from (${start}) to (${end})`.execute(trx);
    return Number(moved.numAffectedRows ?? 0);
  });
}

/**
 * Drops the partitions that end before a time. Only their rows that are not calls are kept, in `logs_other`.
 * The next drop finishes one that was aborted.
 * @param onDropped receives the number of calls in each part of a month
 * @throws 55P03 if running statements keep the partitions locked for too long; nothing is changed then
 */
export async function dropLogMonths(
  db: Kysely<Tables>,
  before: number,
  onDropped: (calls: number) => Promise<unknown>,
): Promise<void> {
  for (const month of await listLogMonths(db)) {
    if (month.to <= before) await detachMonth(db, month);
  }
  const leaving = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() and starts_with(tablename, ${LEAVING}) order by 1`.execute(db);
  for (const { name } of leaving.rows) await dropDetached(db, name, onDropped);
}

const detachMonth = (db: Kysely<Tables>, { name }: LogMonth): Promise<void> =>
  changePartitions(db, async (trx) => {
    await sql`alter table logs detach partition ${sql.table(name)}`.execute(trx);
    await sql`alter table ${sql.table(name)} rename to ${sql.table(LEAVING + name.slice('logs_'.length))}`.execute(
      trx,
    );
  });

async function dropDetached(
  db: Kysely<Tables>,
  name: string,
  onDropped: (calls: number) => Promise<unknown>,
): Promise<void> {
  const table = sql.table(name);
  const ends = await sql<{ first: number | null; last: number | null }>`
    select min(created_at) as first, max(created_at) as last from ${table}`.execute(db);
  const { first, last } = ends.rows[0] ?? { first: null, last: null };
  // By the day, so that no statement takes long.
  for (let day = first ?? 0; day <= (last ?? -1); day += DAY_SECONDS) {
    const isOfDay = sql`created_at >= ${day} and created_at < ${day + DAY_SECONDS}`;
    await sql`with moved as (delete from ${table} where ${isOfDay} and type <> ${logType.consume} returning *)
      insert into logs select * from moved`.execute(db);
    const counted = await sql<{
      calls: number;
    }>`select count(*) as calls from ${table} where ${isOfDay}`.execute(db);
    await onDropped(counted.rows[0]?.calls ?? 0);
  }
  await sql`drop table ${table}`.execute(db);
}

/** Statements that come meanwhile wait behind this one: it gives up soon, and tries again when they are through. */
async function changePartitions<Result>(
  db: Kysely<Tables>,
  change: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
        return await change(trx);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === MAX_ATTEMPTS) throw error;
      await wait(PAUSE_MS);
    }
  }
}

export function startOfMonth(epochSeconds: number, monthsLater = 0): number {
  const time = new Date(epochSeconds * 1000);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater, 1) / 1000;
}

/** As `logs_2027_01`. */
function nameOfMonth(from: number): string {
  return `logs_${new Date(from * 1000).toISOString().slice(0, 7).replace('-', '_')}`;
}
