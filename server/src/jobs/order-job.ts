import type { ModuleDeps } from '../modules/module-deps.ts';
import { queryDueOrders } from '../modules/order/due-orders.ts';
import { endBegunRefunds } from '../modules/order/refund-order.ts';
import type { Job } from './job.ts';

/** Asks the gateways about orders whose payment was not reported, credits those that are paid, closes old ones, and ends refunds. */
export const orderJob = (deps: ModuleDeps): Job => ({
  name: 'orders',
  schedule: { everySeconds: 15 },
  maxRunSeconds: 600,
  run: async ({ signal }) => {
    await queryDueOrders(deps, signal);
    await endBegunRefunds(deps, signal);
  },
});
