import { refundPoints } from '@turnpike/contract';
import type { ExpressionBuilder, Selectable, Transaction } from 'kysely';
import type { BalanceChange } from '../../billing/quota-book.ts';
import { forChange } from '../../db/row-locks.ts';
import type { OrderRefundTable } from '../../db/tables/selling-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { payDebt } from '../user/pay-debt.ts';
import { postReversal } from '../user/post-reversal.ts';
import type { OrderRow } from './order-repository.ts';

export type RefundRow = Selectable<OrderRefundTable>;

/** The origin of a refund, for its ledger entries. */
export interface RefundCause {
  userId: number;
  reason: string;
  /** Null for a dispute. */
  by: { id: number; username: string } | null;
  requestId: string;
  ip: string;
}

export interface NewRefund extends RefundCause {
  requestNo: string;
  kind: RefundRow['kind'];
  /** Until when its maker alone may send it; absent for one that nobody sends. */
  sendingUntil?: number;
  /** Minor units of the order's currency. */
  minor: number;
  /** Amount that a dispute is about. Other refunds may have taken a part of it before. */
  claimedMinor?: number;
  /** For points that the balance does not have: refuse the refund, owe them, or leave them. */
  missing: 'refuse' | 'owe' | 'leave';
}

/** The user whose account an order belongs to. @throws order.not_refundable */
export async function ownerOf(
  { db }: Pick<ModuleDeps, 'db'>,
  { account_id }: Pick<OrderRow, 'account_id'>,
): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('user_id')
    .where('id', '=', account_id)
    .executeTakeFirst();
  if (row?.user_id == null) throw new GatewayError('order.not_refundable');
  return row.user_id;
}

/**
 * Takes the points of a part of an order, and of its bonus, from the balance, and stores the refund, in one transaction.
 * @throws order.balance_spent, order.not_refundable where the order has changed
 */
export async function takePoints(
  { db, clock, quotaBook }: Pick<ModuleDeps, 'db' | 'clock' | 'quotaBook'>,
  order: OrderRow,
  refund: NewRefund,
): Promise<RefundRow> {
  const amounts = { payMinor: order.pay_minor, refundedMinor: order.refunded_minor };
  const quota = refundPoints(order.quota, amounts, refund.minor);
  const points = quota + refundPoints(order.bonus_quota, amounts, refund.minor);
  let stored: RefundRow | undefined;
  const write = (taken: BalanceChange) =>
    db.transaction().execute(async (trx) => {
      const kept = refund.missing === 'leave' ? taken.fromBalance : points;
      const parts = { quota: Math.min(quota, kept), points: kept, createdAt: clock.nowSeconds() };
      stored = await writeRefund(trx, order, { ...refund, ...taken, ...parts });
    });
  if (refund.missing === 'refuse') {
    try {
      await quotaBook.debit(refund.userId, points, () => write({ fromBalance: points, debt: 0 }));
    } catch (error) {
      const isSpent = error instanceof GatewayError && error.code === 'quota.insufficient';
      throw isSpent ? new GatewayError('order.balance_spent') : error;
    }
  } else await quotaBook.debitUpTo(refund.userId, { points, owes: refund.missing === 'owe' }, write);
  if (stored === undefined) throw new Error('a refund was just stored');
  return stored;
}

interface WrittenRefund extends NewRefund, BalanceChange {
  /** Points that are taken or owed, and those of them that were paid for. */
  points: number;
  quota: number;
  createdAt: number;
}

/** Rows are locked in this order: order, user, refund, counter-accounts. The refund is new here. */
async function writeRefund(
  trx: Transaction<Tables>,
  order: OrderRow,
  refund: WrittenRefund,
): Promise<RefundRow> {
  const { userId, requestNo, kind, minor, quota, points, fromBalance, debt, createdAt } = refund;
  await forChange(trx, trx.selectFrom('orders').select('id').where('id', '=', order.id)).execute();
  const taken = await trx
    .updateTable('orders')
    .set((eb) => ({
      state: kind === 'dispute' ? ('disputed' as const) : ('refunded' as const),
      refunded_minor: eb('refunded_minor', '+', minor),
      refunded_quota: eb('refunded_quota', '+', points),
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
      ...{ order_id: order.id, request_no: requestNo, kind, minor, quota, bonus_quota: points - quota },
      ...{ owed_quota: debt, state: 'pending', reason: refund.reason, actor_id: refund.by?.id ?? 0 },
      ...{ created_at: createdAt, next_query_at: null, claimed_minor: refund.claimedMinor ?? 0 },
      sending_until: refund.sendingUntil ?? 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addDebt(trx, userId, debt);
  const paid = Math.min(quota, fromBalance);
  const entry = { ...refund, tradeNo: order.trade_no };
  if (!(await postReversal(trx, entry, { quota: -paid, bonus: paid - fromBalance })))
    throw new GatewayError('order.balance_spent');
  return row;
}

async function addDebt(trx: Transaction<Tables>, userId: number, points: number): Promise<void> {
  if (points === 0) return;
  await trx
    .updateTable('users')
    .set((eb) => ({ debt: eb('debt', '+', points) }))
    .where('id', '=', userId)
    .execute();
}

/** Number of a refund at its gateway: 64 letters and digits are the vendors' limit, and it is unique for all orders. */
export const refundNoOf = ({ trade_no }: Pick<OrderRow, 'trade_no'>, refundId: number): string =>
  `${trade_no}r${refundId}`;

/**
 * Ends a refund whose money was not paid back: its points return to the balance, and the rest of them is no longer owed.
 * Points that a dispute of the order still claims stay taken, for the dispute.
 * @param from states that it may be in
 * @param isSender the caller is the one that sends it
 * @throws order.not_refundable where it has ended before; order.refund_running where another request sends it
 */
export async function returnPoints(
  deps: ModuleDeps,
  {
    order,
    refundId,
    isSender,
    from = ['pending'],
  }: { order: OrderRow; refundId: number; isSender: boolean; from?: readonly RefundRow['state'][] },
  cause: RefundCause,
): Promise<void> {
  const { db, clock, quotaBook } = deps;
  await quotaBook.creditBack(cause.userId, () =>
    db.transaction().execute(async (trx) => {
      await forChange(trx, trx.selectFrom('orders').select('id').where('id', '=', order.id)).execute();
      // The payment of a debt locks the user before the refund.
      const users = trx.selectFrom('users').select('id').where('id', '=', cause.userId);
      await forChange(trx, users).execute();
      const refunds = trx.selectFrom('order_refunds').selectAll().where('id', '=', refundId);
      const refund = await forChange(trx, refunds).executeTakeFirst();
      if (refund === undefined || !from.includes(refund.state))
        throw new GatewayError('order.not_refundable');
      if (!isSender && refund.sending_until > clock.nowSeconds())
        throw new GatewayError('order.refund_running');
      const claimed = refund.kind === 'refund' ? await moveToDispute(trx, order, refund) : NOTHING;
      return writeReturn(trx, { order, refund, claimed }, { ...cause, createdAt: clock.nowSeconds() });
    }),
  );
  await payDebt(deps, cause.userId);
}

const hasDispute = (
  { exists, selectFrom }: ExpressionBuilder<Tables, 'orders'>,
  orderId: number,
  states: readonly RefundRow['state'][],
) =>
  exists(
    selectFrom('order_refunds')
      .select('order_refunds.id')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'dispute')
      .where('order_refunds.state', 'in', states),
  );

/** A part of a refund, in minor units and in points. */
interface RefundPart {
  minor: number;
  quota: number;
  bonus: number;
  owed: number;
}

const NOTHING: RefundPart = { minor: 0, quota: 0, bonus: 0, owed: 0 };

/** A dispute takes no money twice: what a pending refund had taken was left out, and is the dispute's if that fails. */
async function moveToDispute(
  trx: Transaction<Tables>,
  order: OrderRow,
  refund: RefundRow,
): Promise<RefundPart> {
  const dispute = await trx
    .selectFrom('order_refunds')
    .select(['id', 'minor', 'claimed_minor'])
    .where('order_id', '=', order.id)
    .where('kind', '=', 'dispute')
    .where('state', 'in', ['pending', 'done'])
    .whereRef('claimed_minor', '>', 'minor')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (dispute === undefined) return NOTHING;
  const minor = Math.min(refund.minor, dispute.claimed_minor - dispute.minor);
  const whole = { payMinor: refund.minor, refundedMinor: 0 };
  const quota = refundPoints(refund.quota, whole, minor);
  const bonus = refundPoints(refund.bonus_quota, whole, minor);
  const owed = Math.min(refund.owed_quota, quota + bonus);
  await trx
    .updateTable('order_refunds')
    .set((eb) => ({
      minor: eb('minor', '+', minor),
      quota: eb('quota', '+', quota),
      bonus_quota: eb('bonus_quota', '+', bonus),
      owed_quota: eb('owed_quota', '+', owed),
    }))
    .where('id', '=', dispute.id)
    .execute();
  return { minor, quota, bonus, owed };
}

async function writeReturn(
  trx: Transaction<Tables>,
  { order, refund, claimed }: { order: OrderRow; refund: RefundRow; claimed: RefundPart },
  cause: RefundCause & { createdAt: number },
): Promise<BalanceChange> {
  const minor = refund.minor - claimed.minor;
  const quota = refund.quota - claimed.quota;
  const points = quota + refund.bonus_quota - claimed.bonus;
  const owed = refund.owed_quota - claimed.owed;
  await trx
    .updateTable('order_refunds')
    .set({ state: 'failed', next_query_at: null, sending_until: 0, owed_quota: 0 })
    .where('id', '=', refund.id)
    .execute();
  await trx
    .updateTable('orders')
    .set((eb) => ({
      refunded_minor: eb('refunded_minor', '-', minor),
      refunded_quota: eb('refunded_quota', '-', points),
      next_query_at: eb
        .case()
        .when('credited_at', '=', 0)
        .then(cause.createdAt)
        .else(eb.ref('next_query_at'))
        .end(),
      state: eb
        .case()
        .when(hasDispute(eb, order.id, ['pending']))
        .then('disputed' as const)
        // It was disputed before it was credited. Its gateway is asked for the money once more.
        .when(eb.and([eb('credited_at', '=', 0), eb.not(hasDispute(eb, order.id, ['done']))]))
        .then('closed' as const)
        .when('credited_at', '=', 0)
        .then('disputed' as const)
        .when('refunded_minor', '=', minor)
        .then('credited' as const)
        .when(
          eb.and([eb('state', '=', 'disputed'), eb(eb('refunded_minor', '-', minor), '=', order.pay_minor)]),
        )
        .then('disputed' as const)
        .else('refunded' as const)
        .end(),
    }))
    .where('id', '=', order.id)
    .execute();
  await addDebt(trx, cause.userId, -owed);
  const fromBalance = points - owed;
  const paid = Math.min(quota, fromBalance);
  const entry = { ...cause, tradeNo: order.trade_no };
  if (!(await postReversal(trx, entry, { quota: paid, bonus: fromBalance - paid })))
    throw new GatewayError('user.balance_full');
  return { fromBalance, debt: owed };
}
