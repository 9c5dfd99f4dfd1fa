import { makeDueInvoices } from '../modules/invoice/make-invoices.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import { siteTimeZone } from '../platform/zone-days.ts';
import type { Job } from './job.ts';

/** Makes the invoices of the last month. It runs every night, so that a month that was missed is made up for. */
export const invoiceJob = (
  deps: Pick<ModuleDeps, 'jobs' | 'clock' | 'options' | 'secretBox' | 'jobRunner'>,
): Job => ({
  name: 'invoices',
  // Two minutes after midnight, so that the charges before it are written.
  schedule: { cron: '2 0 * * *', timeZone: siteTimeZone() },
  maxRunSeconds: 3600,
  run: ({ signal }) => makeDueInvoices(deps, signal),
});
