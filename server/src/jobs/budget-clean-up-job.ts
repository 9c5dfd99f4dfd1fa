import type { Db } from '../db/store.ts';
import { deleteOldBudgetUses } from '../modules/budget/budget-clean-up.ts';
import type { Clock } from '../platform/clock.ts';
import type { Job } from './job.ts';

/** Deletes the use of budgets in periods that ended long ago. */
export const budgetCleanUpJob = ({ db, clock }: { db: Db; clock: Pick<Clock, 'nowSeconds'> }): Job => ({
  name: 'budget-clean-up',
  schedule: { everySeconds: 3600 },
  maxRunSeconds: 3600,
  run: async () => void (await deleteOldBudgetUses(db, clock.nowSeconds())),
});
