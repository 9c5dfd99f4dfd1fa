import { alertBudgets } from '../modules/budget/budget-alerts.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import type { Job } from './job.ts';

/** Reports budgets whose use has come to their alert. */
export const budgetAlertJob = (
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox' | 'jobRunner'>,
): Job => ({
  name: 'budget-alerts',
  schedule: { everySeconds: 60 },
  maxRunSeconds: 3600,
  run: ({ signal }) => alertBudgets(deps, signal),
});
