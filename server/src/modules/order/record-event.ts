import type { ModuleDeps } from '../module-deps.ts';
import { promoteByTopUps } from '../user-group/promote-by-top-ups.ts';
import type { NewOrderEvent } from './order-repository.ts';

/**
 * Stores an event. One about an order that was credited before repeats the promotion of its buyer. If the process ended
 * between the credit and the promotion, the gateway got no answer and reports the payment again.
 */
export async function recordEvent(deps: ModuleDeps, event: NewOrderEvent): Promise<void> {
  const isStored = await deps.orderEvents.store(event);
  if (isStored && event.verdict === 'known') await promoteBuyer(deps, event.trade_no);
}

async function promoteBuyer({ db, changes }: ModuleDeps, tradeNo: string): Promise<void> {
  const buyer = await db
    .selectFrom('orders')
    .innerJoin('accounts', 'accounts.id', 'orders.account_id')
    .select('accounts.user_id as id')
    .where('trade_no', '=', tradeNo)
    // Most sites have no such groups.
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('user_groups').select('id').where('promotion_points', '>', 0)),
    )
    .executeTakeFirst();
  if (buyer?.id == null) return;
  const { id } = buyer;
  const symbol = await db.transaction().execute((trx) => promoteByTopUps(trx, id));
  if (symbol !== undefined) changes.userChanged(id);
}
