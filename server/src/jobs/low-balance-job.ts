import type { ModuleDeps } from '../modules/module-deps.ts';
import { mailLowBalances } from '../modules/user/low-balance-mail.ts';
import type { Job } from './job.ts';

/** Mails the owners of balances that have become low. */
export const lowBalanceJob = (
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox' | 'jobRunner'>,
): Job => ({
  name: 'low-balance-mail',
  schedule: { everySeconds: 300 },
  maxRunSeconds: 3600,
  run: ({ signal }) => mailLowBalances(deps, signal),
});
