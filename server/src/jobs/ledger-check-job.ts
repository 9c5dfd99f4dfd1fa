import type { LedgerCheck } from '../modules/ledger/ledger-check.ts';
import { siteTimeZone } from '../platform/zone-days.ts';
import type { Job } from './job.ts';

/** Closes days and checks the ledger every night. */
export const ledgerCheckJob = (ledgerCheck: LedgerCheck): Job => ({
  name: 'ledger-check',
  // Some minutes after midnight, so that what was charged before it is written.
  schedule: { cron: '10 0 * * *', timeZone: siteTimeZone() },
  maxRunSeconds: 12 * 3600,
  async run({ signal }) {
    await ledgerCheck.run({ isFull: false, signal });
    const failure = ledgerCheck.state.last?.failure ?? '';
    if (failure !== '') throw new Error(failure);
  },
});
