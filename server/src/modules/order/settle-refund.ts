import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { insertOrderEvent, type OrderRow } from './order-repository.ts';
import { endRefund } from './refund-order.ts';
import { ownerOf, returnPoints } from './refund-points.ts';

export interface RefundSettlement {
  refund_id: number;
  /** Whether the buyer has the money, as an administrator saw it at the gateway. */
  is_paid_back: boolean;
  reason: string;
  actor: SignedIn;
  ip: string;
  requestId: string;
}

/**
 * Ends a pending refund or dispute by the word of an administrator, where the gateway does not say how it ended.
 * @throws entry.not_found, order.refund_running, order.not_refundable where it has ended before
 */
export async function settleRefund(
  deps: ModuleDeps,
  order: OrderRow,
  { refund_id, is_paid_back, reason, actor, ip, requestId }: RefundSettlement,
): Promise<void> {
  const { db, clock } = deps;
  const refund = await db
    .selectFrom('order_refunds')
    .selectAll()
    .where('id', '=', refund_id)
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (refund === undefined) throw new GatewayError('entry.not_found');
  const nowSeconds = clock.nowSeconds();
  const userId = await ownerOf(deps, order);
  if (is_paid_back) {
    if (!(await endRefund(deps, { order, refund, userId, isSender: false })))
      throw new GatewayError('order.not_refundable');
  } else {
    const cause = { userId, reason, by: actor, ip, requestId };
    await returnPoints(deps, { order, refundId: refund.id, isSender: false }, cause);
  }
  await insertOrderEvent(db, {
    ...{ created_at: nowSeconds, gateway_id: order.gateway_id, trade_no: order.trade_no, source: 'refund' },
    ...{ ip, verdict: is_paid_back ? 'known' : 'ignored', reason: `Settled by ${actor.username}: ${reason}` },
    content: `${refund.request_no} ${is_paid_back ? 'paid back' : 'not paid back'}`,
  });
}
