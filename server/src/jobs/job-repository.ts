import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../db/store.ts';
import type { JobTable } from '../db/tables/site-tables.ts';

export type JobRow = Selectable<JobTable>;

type FirstRow = Pick<JobRow, 'name' | 'next_run_at'>;

/** The rows of some jobs. @param firstRows what is written for jobs that have no row yet */
export async function readJobRows(db: Db, firstRows: readonly FirstRow[]): Promise<JobRow[]> {
  const rows = await findRows(db, firstRows);
  if (rows.length === firstRows.length) return rows;
  const known = new Set(rows.map(({ name }) => name));
  await db
    .insertInto('jobs')
    .values(firstRows.filter(({ name }) => !known.has(name)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return findRows(db, firstRows);
}

const columns = [
  ...(['name', 'run_id', 'version', 'next_run_at', 'last_started_at'] as const),
  ...(['last_succeeded_at', 'last_failed_at', 'last_error', 'failures'] as const),
];

const findRows = (db: Db, jobs: readonly FirstRow[]): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .select(columns)
    .where(
      'name',
      'in',
      jobs.map(({ name }) => name),
    )
    .execute();

/** Takes the lease if nobody has changed the row since it was read. @returns whether this run has it */
export async function takeJob(
  db: Db,
  seen: JobRow,
  { runId, nowSeconds }: { runId: string; nowSeconds: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ run_id: runId, version: seen.version + 1, last_started_at: nowSeconds })
    .where('name', '=', seen.name)
    .where('version', '=', seen.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Renews the lease of a run, or ends it where `run_id` is set to ''.
 * @returns false where another process has taken the lease
 */
export async function updateJobRun(
  db: Db,
  { name, runId }: { name: string; runId: string },
  changed: Updateable<Omit<JobTable, 'name' | 'version'>> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1) }))
    .where('name', '=', name)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
