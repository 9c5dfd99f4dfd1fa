import type { ModuleDeps } from '../modules/module-deps.ts';
import { checkDueStatements } from '../modules/payment-statement/due-statements.ts';
import type { Job } from './job.ts';

/** Compares orders with the statements of their gateways. Each day is done once; an hour later one is tried again. */
export const reconciliationJob = (deps: ModuleDeps): Job => ({
  name: 'reconciliation',
  // Half past ten in Beijing is half past two; a quarter of an hour for clocks that differ.
  schedule: { cron: '45 * * * *', timeZone: 'UTC' },
  maxRunSeconds: 6 * 3600,
  run: ({ signal }) => checkDueStatements(deps, signal),
});
