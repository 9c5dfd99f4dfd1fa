import { currencyDecimals } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { loadGateway } from '../../payment/gateway-registry.ts';
import { GatewayUnanswered } from '../../payment/payment-gateway.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { takeRebate } from '../invitation/rebate-inviter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findPayment, type PaymentRow, toPaymentAccount } from '../payment/payment-account.ts';
import { getOrder, insertOrderEvent, type OrderRow, toMajor } from './order-repository.ts';
import { ownerOf, type RefundCause, type RefundRow, returnPoints, takePoints } from './refund-points.ts';

export interface RefundRequest {
  /** Chosen by the caller; one refund for each. */
  request_no: string;
  /** In the currency of the order. */
  amount: number;
  reason: string;
  actor: SignedIn;
  signal: AbortSignal;
  ip: string;
  requestId: string;
}

/**
 * Pays an order back. The points are taken from the balance first, so that nothing is paid twice; they come back if
 * the gateway refuses. A gateway that does not answer leaves the refund pending: the same request number sends it again.
 * @throws order.not_refundable, order.balance_spent, order.refund_unknown, order.refund_running,
 * order.refund_not_repeatable, payment.check_failed; request.invalid at `amount`
 */
export async function refundOrder(deps: ModuleDeps, order: OrderRow, request: RefundRequest): Promise<void> {
  const payment = await findPayment(deps.db, order.gateway_id);
  const gateway = payment && (await loadGateway(payment.type));
  if (payment === undefined || gateway?.refund === undefined) throw new GatewayError('order.not_refundable');
  const userId = await ownerOf(deps, order);
  const { refund, isNew } = await startRefund(deps, order, { request, userId });
  // The gateway has refused this number; a further try needs another one.
  if (refund.state === 'failed') throw new GatewayError('order.request_no_used');
  if (refund.state === 'done') return;
  const account = toPaymentAccount(deps.secretBox, payment);
  if (!isNew && gateway.isRefundRepeatable?.(account) === false)
    throw new GatewayError('order.refund_not_repeatable');
  await takeSending(deps, refund.id);
  let result: 'done' | 'pending';
  try {
    result = await sendRefund(deps, payment, { order, refund, request });
  } catch (error) {
    await endSending(deps, refund.id);
    if (!(error instanceof GatewayUnanswered)) throw error;
    await noteRefund(deps, order, { request, verdict: 'failed', reason: error.message });
    if (!error.isRefusal) throw new GatewayError('order.refund_unknown', {}, { cause: error });
    await returnPoints(deps, { order, refundId: refund.id }, causeOf(request, userId));
    throw new GatewayError(
      'payment.check_failed',
      { reason: error.message.replace(/[.。]$/, '') },
      { cause: error },
    );
  }
  if (result === 'pending') {
    await endSending(deps, refund.id);
    await askLater(deps, refund.id);
    return;
  }
  if (await endRefund(deps, { order, refund, userId }))
    await noteRefund(deps, order, { request, verdict: 'known', reason: '' });
}

const causeOf = ({ reason, actor: by, requestId, ip }: RefundRequest, userId: number): RefundCause => ({
  ...{ userId, reason, by, requestId, ip },
});

/**
 * Ends a pending refund, or a dispute, whose money was paid back.
 * @returns false where it has ended before
 */
export async function endRefund(
  { db }: Pick<ModuleDeps, 'db'>,
  { order, refund, userId }: { order: OrderRow; refund: Pick<RefundRow, 'id' | 'minor'>; userId: number },
): Promise<boolean> {
  const done = await db
    .updateTable('order_refunds')
    .set({ state: 'done', next_query_at: null, sending_until: 0 })
    .where('id', '=', refund.id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (done === undefined) return false;
  const { trade_no: tradeNo, pay_minor: totalMinor } = order;
  await takeRebate(db, { inviteeId: userId, tradeNo, minor: refund.minor, totalMinor });
  return true;
}

/** Longer than a gateway may take to answer. */
const SENDING_SECONDS = 120;

/**
 * Lets one request at a time send a refund: not every gateway recognises a repetition.
 * @throws order.refund_running
 */
async function takeSending({ db, clock }: Pick<ModuleDeps, 'db' | 'clock'>, id: number): Promise<void> {
  const nowSeconds = clock.nowSeconds();
  const taken = await db
    .updateTable('order_refunds')
    .set({ sending_until: nowSeconds + SENDING_SECONDS })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('sending_until', '<=', nowSeconds)
    .returning('id')
    .executeTakeFirst();
  if (taken === undefined) throw new GatewayError('order.refund_running');
}

async function endSending({ db }: Pick<ModuleDeps, 'db'>, id: number): Promise<void> {
  await db.updateTable('order_refunds').set({ sending_until: 0 }).where('id', '=', id).execute();
}

const RETRY_SECONDS = 300;

/** The gateway has begun the refund. Sent again with the same number, it reports how that ended. */
async function askLater({ db, clock }: Pick<ModuleDeps, 'db' | 'clock'>, id: number): Promise<void> {
  await db
    .updateTable('order_refunds')
    .set({ next_query_at: clock.nowSeconds() + RETRY_SECONDS })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

const MAX_DUE = 50;

/** Ends the refunds that gateways have begun. A failure of one leaves the others alone. */
export async function endBegunRefunds(deps: ModuleDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const due = await db
    .selectFrom('order_refunds')
    .innerJoin('users', 'users.id', 'order_refunds.actor_id')
    .select(['order_refunds.id as id', 'order_id', 'request_no', 'minor', 'reason'])
    .select(['users.id as actor_id', 'users.username as username', 'users.role as role'])
    .where('next_query_at', '<=', clock.nowSeconds())
    .orderBy('next_query_at')
    .limit(MAX_DUE)
    .execute();
  for (const { id, order_id, request_no, minor, reason, ...by } of due) {
    if (signal.aborted) return;
    await askLater(deps, id);
    const order = await getOrder(db, order_id);
    const actor = {
      id: by.actor_id,
      username: by.username,
      role: by.role,
      group: '',
      proof: 'session' as const,
    };
    const amount = toMajor(minor, order.currency);
    try {
      await refundOrder(deps, order, { request_no, amount, reason, actor, signal, ip: '', requestId: '' });
    } catch (error) {
      log.warn({ err: error, refund: id }, 'a refund could not be ended');
    }
  }
}

/** Takes the points and stores the refund in one transaction; a known request number returns the stored one. */
async function startRefund(
  deps: ModuleDeps,
  order: OrderRow,
  { request, userId }: { request: RefundRequest; userId: number },
): Promise<{ refund: RefundRow; isNew: boolean }> {
  const minor = toMinor(request.amount, order);
  const known = await deps.db
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('request_no', '=', request.request_no)
    .executeTakeFirst();
  if (known !== undefined) {
    if (known.minor !== minor) throw new GatewayError('order.request_no_used');
    return { refund: known, isNew: false };
  }
  // An order that may still be credited is not locked before its buyer.
  if (order.credited_at === 0) throw new GatewayError('order.not_refundable');
  const refund = await takePoints(deps, order, {
    ...causeOf(request, userId),
    ...{ requestNo: request.request_no, kind: 'refund', minor },
    missing: deps.options.flag('RefundDebtEnabled') ? 'owe' : 'refuse',
  });
  return { refund, isNew: true };
}

/** @throws request.invalid at `amount` */
function toMinor(amount: number, { currency, pay_minor }: OrderRow): number {
  const minor = Math.round(amount * 10 ** currencyDecimals[currency]);
  const isExact = Math.abs(minor / 10 ** currencyDecimals[currency] - amount) < 1e-9;
  if (!isExact || minor < 1) throw fieldError('amount', 'order.refund_amount');
  if (minor > pay_minor) throw fieldError('amount', 'order.more_than_paid');
  return minor;
}

async function sendRefund(
  { secretBox, guardedFetch, clock }: Pick<ModuleDeps, 'secretBox' | 'guardedFetch' | 'clock'>,
  payment: PaymentRow,
  { order, refund, request }: { order: OrderRow; refund: RefundRow; request: RefundRequest },
): Promise<'done' | 'pending'> {
  const gateway = await loadGateway(payment.type);
  const context = { guardedFetch, clock, signal: request.signal };
  const result = await gateway.refund?.(context, toPaymentAccount(secretBox, payment), {
    ...{ tradeNo: order.trade_no, gatewayNo: order.gateway_no ?? '' },
    // The vendor's limit is 64 letters and digits; ours is unique for all orders.
    requestNo: `${order.trade_no}r${refund.id}`,
    ...{ minor: refund.minor, totalMinor: order.pay_minor, currency: order.currency },
    ...{ reason: request.reason, hasBegun: refund.next_query_at !== null },
  });
  return result ?? 'done';
}

const noteRefund = (
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  { gateway_id, trade_no }: OrderRow,
  { request, verdict, reason }: { request: RefundRequest; verdict: 'failed' | 'known'; reason: string },
): Promise<number> =>
  insertOrderEvent(db, {
    ...{ created_at: clock.nowSeconds(), gateway_id, trade_no, source: 'refund', ip: request.ip },
    ...{ verdict, reason, content: `${request.request_no} ${request.amount}` },
  });
