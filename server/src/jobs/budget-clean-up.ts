import type { Db } from '../db/store.ts';
import { deleteOldBudgetUses } from '../modules/budget/budget-clean-up.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

const HOUR_MS = 3_600_000;

/** Deletes what was used of budgets in periods long over, every hour. */
export function startBudgetCleanUp({
  db,
  clock,
  log,
}: {
  db: Db;
  clock: Pick<Clock, 'nowSeconds'>;
  log: Log;
}): { stop(): void } {
  const timer = setInterval(() => {
    deleteOldBudgetUses(db, clock.nowSeconds()).catch((error) =>
      log.warn({ error: String(error) }, 'what was used of budgets long ago could not be deleted'),
    );
  }, HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
