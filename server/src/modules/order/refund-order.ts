import { currencyDecimals, logType, refundPoints } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { post } from '../../db/ledger.ts';
import { forChange } from '../../db/row-locks.ts';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { loadGateway } from '../../payment/gateway-registry.ts';
import { GatewayUnanswered } from '../../payment/payment-gateway.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { takeRebate } from '../invitation/rebate-inviter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findPayment, type PaymentRow, toPaymentAccount } from '../payment/payment-account.ts';
import { getOrder, insertOrderEvent, type OrderRow, toMajor } from './order-repository.ts';

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

interface Refund {
  id: number;
  minor: number;
  /** Points of the amount, and of its bonus, that are taken back. */
  quota: number;
  bonus: number;
  state: 'pending' | 'done' | 'failed';
  /** An earlier request has stored it, and may have sent it. */
  isRepeated: boolean;
  /** When it is asked about; null for one that the gateway has not begun. */
  nextQueryAt: number | null;
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
  const refund = await startRefund(deps, order, { request, userId });
  // The gateway has refused this number; a further try needs another one.
  if (refund.state === 'failed') throw new GatewayError('order.request_no_used');
  if (refund.state === 'done') return;
  const account = toPaymentAccount(deps.secretBox, payment);
  if (refund.isRepeated && gateway.isRefundRepeatable?.(account) === false)
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
    await takeBack(deps, order, { refund, request, userId });
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
  const done = await deps.db
    .updateTable('order_refunds')
    .set({ state: 'done', next_query_at: null, sending_until: 0, done_at: deps.clock.nowSeconds() })
    .where('id', '=', refund.id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (done === undefined) return;
  await takeRebate(deps.db, {
    ...{ inviteeId: userId, tradeNo: order.trade_no },
    ...{ minor: refund.minor, totalMinor: order.pay_minor },
  });
  await noteRefund(deps, order, { request, verdict: 'known', reason: '' });
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

async function ownerOf({ db }: Pick<ModuleDeps, 'db'>, { account_id }: OrderRow): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('user_id')
    .where('id', '=', account_id)
    .executeTakeFirst();
  if (row?.user_id == null) throw new GatewayError('order.not_refundable');
  return row.user_id;
}

const findRefund = (db: ModuleDeps['db'], orderId: number, requestNo: string) =>
  db
    .selectFrom('order_refunds')
    .select(['id', 'minor', 'quota', 'bonus_quota as bonus', 'state', 'next_query_at as nextQueryAt'])
    .where('order_id', '=', orderId)
    .where('request_no', '=', requestNo)
    .executeTakeFirst();

/** Takes the points and stores the refund in one transaction; a known request number returns the stored one. */
async function startRefund(
  deps: ModuleDeps,
  order: OrderRow,
  { request, userId }: { request: RefundRequest; userId: number },
): Promise<Refund> {
  const minor = toMinor(request.amount, order);
  const known = await findRefund(deps.db, order.id, request.request_no);
  if (known !== undefined) {
    if (known.minor !== minor) throw new GatewayError('order.request_no_used');
    return { ...known, isRepeated: true };
  }
  const amounts = { payMinor: order.pay_minor, refundedMinor: order.refunded_minor };
  const quota = refundPoints(order.quota, amounts, minor);
  const bonus = refundPoints(order.bonus_quota, amounts, minor);
  let stored: Refund | undefined;
  const write = () =>
    deps.db.transaction().execute(async (trx) => {
      stored = await writeRefund(deps, trx, { order, request, userId, minor, quota, bonus });
    });
  try {
    await deps.quotaBook.debit(userId, quota + bonus, write);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'quota.insufficient')
      throw new GatewayError('order.balance_spent');
    throw error;
  }
  if (stored === undefined) throw new Error('a refund was just stored');
  return stored;
}

/** @throws request.invalid at `amount` */
function toMinor(amount: number, { currency, pay_minor }: OrderRow): number {
  const minor = Math.round(amount * 10 ** currencyDecimals[currency]);
  const isExact = Math.abs(minor / 10 ** currencyDecimals[currency] - amount) < 1e-9;
  if (!isExact || minor < 1) throw fieldError('amount', 'order.refund_amount');
  if (minor > pay_minor) throw fieldError('amount', 'order.more_than_paid');
  return minor;
}

async function writeRefund(
  { clock }: Pick<ModuleDeps, 'clock'>,
  trx: Transaction<Tables>,
  {
    order,
    request,
    userId,
    minor,
    quota,
    bonus,
  }: { order: OrderRow; request: RefundRequest; userId: number; minor: number; quota: number; bonus: number },
): Promise<Refund> {
  const created_at = clock.nowSeconds();
  await forChange(trx, trx.selectFrom('orders').select('id').where('id', '=', order.id)).execute();
  const taken = await trx
    .updateTable('orders')
    .set((eb) => ({
      state: 'refunded' as const,
      refunded_minor: eb('refunded_minor', '+', minor),
      refunded_quota: eb('refunded_quota', '+', quota + bonus),
    }))
    .where('id', '=', order.id)
    .where('state', 'in', ['credited', 'refunded'])
    .where('refunded_minor', '=', order.refunded_minor)
    .where('pay_minor', '>=', order.refunded_minor + minor)
    .returning('id')
    .executeTakeFirst();
  if (taken === undefined) throw new GatewayError('order.not_refundable');
  const row = await trx
    .insertInto('order_refunds')
    .values({
      ...{ order_id: order.id, request_no: request.request_no, minor, quota, bonus_quota: bonus },
      ...{ state: 'pending', reason: request.reason, actor_id: request.actor.id, created_at },
      next_query_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await postReversal(trx, { order, request, userId, quota: -quota, bonus: -bonus, created_at });
  return { id: row.id, minor, quota, bonus, state: 'pending', isRepeated: false, nextQueryAt: null };
}

/** One entry for what was paid for and one for the gift, each with the counter-account it came from. */
async function postReversal(
  trx: Transaction<Tables>,
  {
    order,
    request,
    userId,
    quota,
    bonus,
    created_at,
  }: {
    order: OrderRow;
    request: RefundRequest;
    userId: number;
    quota: number;
    bonus: number;
    created_at: number;
  },
): Promise<void> {
  const user = await trx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  const entry = {
    user_id: userId,
    kind: 'reversal',
    reference_type: 'order',
    reference: order.trade_no,
    actor_id: request.actor.id,
    note: request.reason,
    created_at,
    log: {
      request_id: request.requestId,
      username: user?.username ?? '',
      type: logType.topup,
      source_ip: request.ip,
      by: { id: request.actor.id, username: request.actor.username },
    },
  } as const;
  const paid = await post(trx, { ...entry, account: 'payment', delta: quota });
  const given = await post(trx, { ...entry, account: 'promotion', delta: bonus });
  if (paid === undefined || given === undefined) throw new GatewayError('order.balance_spent');
}

async function sendRefund(
  { secretBox, guardedFetch, clock }: Pick<ModuleDeps, 'secretBox' | 'guardedFetch' | 'clock'>,
  payment: PaymentRow,
  { order, refund, request }: { order: OrderRow; refund: Refund; request: RefundRequest },
): Promise<'done' | 'pending'> {
  const gateway = await loadGateway(payment.type);
  const context = { guardedFetch, clock, signal: request.signal };
  const result = await gateway.refund?.(context, toPaymentAccount(secretBox, payment), {
    ...{ tradeNo: order.trade_no, gatewayNo: order.gateway_no ?? '' },
    // The vendor's limit is 64 letters and digits; ours is unique for all orders.
    requestNo: `${order.trade_no}r${refund.id}`,
    ...{ minor: refund.minor, totalMinor: order.pay_minor, currency: order.currency },
    ...{ reason: request.reason, hasBegun: refund.nextQueryAt !== null },
  });
  return result ?? 'done';
}

/** The gateway has refused: the points come back. */
async function takeBack(
  deps: ModuleDeps,
  order: OrderRow,
  { refund, request, userId }: { refund: Refund; request: RefundRequest; userId: number },
): Promise<void> {
  const { db, clock, quotaBook } = deps;
  await quotaBook.credit(userId, refund.quota + refund.bonus, () =>
    db.transaction().execute(async (trx) => {
      const failed = await trx
        .updateTable('order_refunds')
        .set({ state: 'failed', next_query_at: null })
        .where('id', '=', refund.id)
        .where('state', '=', 'pending')
        .returning('id')
        .executeTakeFirst();
      if (failed === undefined) throw new GatewayError('order.not_refundable');
      await trx
        .updateTable('orders')
        .set((eb) => ({
          refunded_minor: eb('refunded_minor', '-', refund.minor),
          refunded_quota: eb('refunded_quota', '-', refund.quota + refund.bonus),
          state: eb
            .case()
            .when('refunded_minor', '=', refund.minor)
            .then('credited' as const)
            .else('refunded' as const)
            .end(),
        }))
        .where('id', '=', order.id)
        .execute();
      const { quota, bonus } = refund;
      await postReversal(trx, { order, request, userId, quota, bonus, created_at: clock.nowSeconds() });
    }),
  );
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
