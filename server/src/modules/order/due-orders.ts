import type { ModuleDeps } from '../module-deps.ts';
import { listDueOrders } from './order-repository.ts';
import { noteNextQuery, queryOrder } from './query-order.ts';

const BATCH = 200;
const PARALLEL = 8;

/** Asks about all orders that are due, some at a time. A failure of one leaves the others alone. */
export async function queryDueOrders(deps: ModuleDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  for (;;) {
    const due = await listDueOrders(db, clock.nowSeconds(), BATCH);
    const ask = async (): Promise<void> => {
      for (let order = due.pop(); order !== undefined && !signal.aborted; order = due.pop()) {
        try {
          await queryOrder(deps, order, { signal, isAsked: false, ip: '', requestId: '' });
        } catch (error) {
          log.error({ err: error, order: order.id }, 'an order could not be checked');
          await noteNextQuery(deps, order, { isSettled: false });
        }
      }
    };
    const count = due.length;
    await Promise.all(Array.from({ length: PARALLEL }, ask));
    if (count < BATCH || signal.aborted) return;
  }
}
