import type { ModuleDeps } from '../modules/module-deps.ts';
import { queryDueOrders } from '../modules/order/due-orders.ts';
import type { Job } from './job.ts';

/** Asks the gateways about orders whose payment was not reported, credits those that are paid, closes old ones. */
export const orderJob = (deps: ModuleDeps): Job => ({
  name: 'orders',
  schedule: { everySeconds: 15 },
  maxRunSeconds: 600,
  run: ({ signal }) => queryDueOrders(deps, signal),
});
