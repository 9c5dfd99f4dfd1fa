import type { ModuleDeps } from '../modules/module-deps.ts';
import { reportLowBalances } from '../modules/user/low-balance-mail.ts';
import type { Job } from './job.ts';

/** Reports balances that have become low. */
export const lowBalanceJob = (
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox' | 'jobRunner'>,
): Job => ({
  name: 'low-balance-mail',
  schedule: { everySeconds: 300 },
  maxRunSeconds: 3600,
  run: ({ signal }) => reportLowBalances(deps, signal),
});
