import { currencyDecimals } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { loadGateway } from '../../payment/gateway-registry.ts';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentFacts,
  type PaymentGateway,
  type RefundOrder,
} from '../../payment/payment-gateway.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { takeRebate } from '../invitation/rebate-inviter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findPayment, toPaymentAccount } from '../payment/payment-account.ts';
import { getOrder, insertOrderEvent, type OrderRow, toMajor } from './order-repository.ts';
import type { Verdict } from './order-rules.ts';
import {
  ownerOf,
  type RefundCause,
  type RefundRow,
  refundNoOf,
  returnPoints,
  takePoints,
} from './refund-points.ts';

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
 * the gateway refuses. A gateway that does not answer leaves the refund pending: the same request number sends it again,
 * after the gateway was asked whether it has it. A refusal ends a refund only if it answers the one sending there was:
 * that a repetition is refused says nothing about the first.
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
  if (!isNew) await takeSending(deps, refund.id);
  const sending = { gateway, account, sent: toSent(order, { refund, request }) };
  let isOnly = isNew;
  let result: 'done' | 'pending' | 'failed';
  try {
    const found = isNew ? 'absent' : await findRefund(deps, sending, request.signal);
    isOnly = found === 'absent';
    result =
      found === 'absent' || found === 'unknown' ? await sendRefund(deps, sending, request.signal) : found;
  } catch (error) {
    if (!(error instanceof GatewayUnanswered)) {
      await endSending(deps, refund.id);
      throw error;
    }
    await noteRefund(deps, order, { request, verdict: 'failed', reason: error.message });
    if (!isOnly || !error.isRefusal) {
      await endSending(deps, refund.id);
      throw new GatewayError('order.refund_unknown', {}, { cause: error });
    }
    await returnPoints(deps, { order, refundId: refund.id, isSender: true }, causeOf(request, userId));
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
  if (result === 'failed') {
    await returnPoints(deps, { order, refundId: refund.id, isSender: true }, causeOf(request, userId));
    await noteRefund(deps, order, { request, verdict: 'failed', reason: 'The gateway says that it failed.' });
    return;
  }
  if (await endRefund(deps, { order, refund, userId, isSender: true }))
    await noteRefund(deps, order, { request, verdict: 'known', reason: '' });
}

const causeOf = ({ reason, actor: by, requestId, ip }: RefundRequest, userId: number): RefundCause => ({
  ...{ userId, reason, by, requestId, ip },
});

/**
 * Ends a pending refund, or a dispute, whose money was paid back.
 * @param isSender the caller is the one that sends it
 * @returns false where it has ended before
 * @throws order.refund_running where another request sends it
 */
export async function endRefund(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  {
    order,
    refund,
    userId,
    isSender,
  }: { order: OrderRow; refund: Pick<RefundRow, 'id'>; userId: number; isSender: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await forChange(trx, trx.selectFrom('orders').select('id').where('id', '=', order.id)).execute();
    const refunds = trx.selectFrom('order_refunds').selectAll().where('id', '=', refund.id);
    const now = await forChange(trx, refunds).executeTakeFirst();
    if (now?.state !== 'pending') return false;
    if (!isSender && now.sending_until > clock.nowSeconds()) throw new GatewayError('order.refund_running');
    await trx
      .updateTable('order_refunds')
      .set({ state: 'done', next_query_at: null, sending_until: 0, done_at: clock.nowSeconds() })
      .where('id', '=', refund.id)
      .execute();
    const { trade_no: tradeNo, pay_minor: totalMinor } = order;
    await takeRebate(trx, { inviteeId: userId, tradeNo, minor: now.minor, totalMinor });
    if (now.kind === 'dispute') await endDisputed(trx, order.id);
    return true;
  });
}

/** A lost dispute about a part of the money leaves the rest, which can be paid back or disputed by itself. */
async function endDisputed(trx: Transaction<Tables>, orderId: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ state: 'refunded' })
    .where('id', '=', orderId)
    .where('state', '=', 'disputed')
    .where('credited_at', '>', 0)
    .whereRef('refunded_minor', '<', 'pay_minor')
    .execute();
}

/**
 * Takes a refund back that its gateway had begun, or done, and that has failed there: its points return.
 * @throws order.refund_running where another request sends it
 */
export async function failRefund(
  deps: ModuleDeps,
  order: OrderRow,
  { refundNo = '' }: Pick<PaymentFacts, 'refundNo'>,
  request: { ip: string; requestId: string },
): Promise<Verdict> {
  const id = Number(/r(\d{1,15})$/.exec(refundNo)?.[1] ?? 0);
  const refund = await deps.db
    .selectFrom('order_refunds')
    .select(['id', 'state'])
    .where('id', '=', id)
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (refund === undefined || refundNo !== refundNoOf(order, id))
    return { verdict: 'ignored', reason: 'There is no such refund.' };
  const reason = 'The refund has failed at the gateway.';
  if (refund.state === 'failed') return { verdict: 'known', reason };
  const cause = { userId: await ownerOf(deps, order), reason, by: null, ...request };
  const ended = { order, refundId: id, isSender: false, from: ['pending', 'done'] } as const;
  await returnPoints(deps, ended, cause);
  return { verdict: 'ignored', reason };
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
    // Between its making and its sending, no other request may send it and be answered first.
    sendingUntil: deps.clock.nowSeconds() + SENDING_SECONDS,
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

interface Sending {
  gateway: PaymentGateway;
  account: PaymentAccount;
  sent: RefundOrder;
}

const toSent = (
  order: OrderRow,
  { refund, request }: { refund: RefundRow; request: RefundRequest },
): RefundOrder => ({
  ...{ tradeNo: order.trade_no, gatewayNo: order.gateway_no ?? '' },
  requestNo: refundNoOf(order, refund.id),
  ...{ minor: refund.minor, totalMinor: order.pay_minor, currency: order.currency },
  reason: request.reason,
});

type SendDeps = Pick<ModuleDeps, 'guardedFetch' | 'clock'>;

/** @returns `unknown` where the gateway cannot be asked about refunds: a repetition is recognised by its number */
async function findRefund(
  { guardedFetch, clock }: SendDeps,
  { gateway, account, sent }: Sending,
  signal: AbortSignal,
): Promise<'done' | 'pending' | 'failed' | 'absent' | 'unknown'> {
  return (await gateway.findRefund?.({ guardedFetch, clock, signal }, account, sent)) ?? 'unknown';
}

async function sendRefund(
  { guardedFetch, clock }: SendDeps,
  { gateway, account, sent }: Sending,
  signal: AbortSignal,
): Promise<'done' | 'pending'> {
  return (await gateway.refund?.({ guardedFetch, clock, signal }, account, sent)) ?? 'done';
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
