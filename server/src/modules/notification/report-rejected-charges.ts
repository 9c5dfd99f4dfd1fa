import type { ModuleDeps } from '../module-deps.ts';
import { notify } from './notify.ts';

const HOUR_SECONDS = 3600;
/** Charges that a report counts at most. */
const MAX_COUNTED = 1000;

/** One event for each hour in which the database rejected charges, with those of the last hour. */
export async function reportRejectedCharges({
  db,
  clock,
  jobRunner,
}: Pick<ModuleDeps, 'db' | 'clock' | 'jobRunner'>): Promise<void> {
  const newest = await db
    .selectFrom('rejected_settlements')
    .select(['quota', 'created_time'])
    .orderBy('id', 'desc')
    .limit(MAX_COUNTED)
    .execute();
  const since = clock.nowSeconds() - HOUR_SECONDS;
  const recent = newest.filter(({ created_time }) => created_time > since);
  const [last] = recent;
  if (last === undefined) return;
  const facts = { count: recent.length, points: recent.reduce((sum, { quota }) => sum + quota, 0) };
  const period = Math.floor(last.created_time / HOUR_SECONDS);
  const isNew = await notify({ db, clock }, { kind: 'charges_rejected', userId: 0, period, facts });
  if (isNew) jobRunner.runSoon('notifications');
}
