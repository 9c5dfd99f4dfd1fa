import { logType, type OrderState } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { post } from '../../db/ledger.ts';
import type { Tables } from '../../db/tables.ts';
import type { PaymentFacts } from '../../payment/payment-gateway.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { grantRebate } from '../invitation/rebate-inviter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { renewReminder } from '../user/balance-reminder.ts';
import { payDebt } from '../user/pay-debt.ts';
import { promoteByTopUps } from '../user-group/promote-by-top-ups.ts';
import { applyDispute } from './dispute-order.ts';
import { moveOrder, type OrderRow } from './order-repository.ts';
import { creditable, PAID_RETRY_SECONDS, type Verdict } from './order-rules.ts';
import { failRefund } from './refund-order.ts';

const open: readonly OrderState[] = ['created', 'pending'];

/**
 * Applies the proven word of a gateway to an order. Merchant, amount and currency must be those of the order. A paid
 * order is credited once, however often and by how many ways its payment is reported.
 */
export async function applyFacts(
  deps: ModuleDeps,
  order: OrderRow,
  facts: PaymentFacts,
  { ip, requestId }: { ip: string; requestId: string },
): Promise<Verdict> {
  const mismatch = mismatchOf(order, facts);
  if (mismatch !== undefined) return { verdict: 'refused', reason: mismatch };
  switch (facts.state) {
    case 'paid':
      return credit(deps, order, facts, { ip, requestId });
    case 'waiting':
      return { verdict: 'waiting', reason: facts.word };
    case 'closed': {
      const next = { from: open, state: 'closed', next_query_at: null } as const;
      const isClosed = await moveOrder(deps.db, order.id, next);
      return { verdict: isClosed ? 'ignored' : 'known', reason: facts.word };
    }
    case 'refunded':
      return notePaidBack(deps, order);
    case 'refund_failed':
      return failRefund(deps, order, facts, { ip, requestId });
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return applyDispute(deps, order, facts, { ip, requestId });
  }
}

/** Why a gateway's word does not belong to an order; undefined where it does. */
export function mismatchOf(order: OrderRow, facts: PaymentFacts): string | undefined {
  if (facts.tradeNo !== order.trade_no) return 'The gateway reports another order.';
  if (facts.merchant !== order.merchant) return 'The payment went to another merchant.';
  if (facts.state !== 'paid') return undefined;
  if (facts.currency.toUpperCase() !== order.currency) return `The payment is in ${facts.currency}.`;
  if (facts.minor !== order.pay_minor)
    return `The payment has another amount: ${facts.minor ?? 'none'} instead of ${order.pay_minor} (minor units).`;
  if (facts.gatewayNo === '') return 'The gateway names no number of its own.';
  if (!STORABLE_NUMBER.test(facts.gatewayNo)) return 'The number of the gateway cannot be stored.';
  if (order.credited_at > 0 && order.gateway_no !== null && order.gateway_no !== facts.gatewayNo)
    return 'The order was paid by another payment already. This one needs a refund at the gateway.';
  return undefined;
}

/** Numbers of gateways are short and without control characters. */
const STORABLE_NUMBER = /^[^\p{Cc}]{1,128}$/u;

/** A payment that its gateway has paid back before the credit is not credited any more. */
async function notePaidBack({ db }: Pick<ModuleDeps, 'db'>, order: OrderRow): Promise<Verdict> {
  const note = 'The payment was paid back at the gateway.';
  await moveOrder(db, order.id, { from: creditable, state: 'refunded', note, next_query_at: null });
  return { verdict: 'ignored', reason: note };
}

async function credit(
  deps: ModuleDeps,
  order: OrderRow,
  facts: PaymentFacts,
  request: { ip: string; requestId: string },
): Promise<Verdict> {
  const { db, quotaBook, clock, changes } = deps;
  const buyer = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['users.id as id', 'users.username as username'])
    .where('accounts.id', '=', order.account_id)
    .executeTakeFirst();
  if (buyer === undefined) return { verdict: 'failed', reason: 'The account of the order is gone.' };
  try {
    await quotaBook.credit(buyer.id, order.quota + order.bonus_quota, () =>
      db.transaction().execute((trx) => writeCredit(deps, trx, { order, facts, buyer, ...request })),
    );
  } catch (error) {
    if (error instanceof CreditedBefore) return { verdict: 'known', reason: '' };
    if (error instanceof NumberUsed)
      return { verdict: 'refused', reason: 'This number of the gateway has paid another order.' };
    if (!(error instanceof GatewayError) || error.code !== 'user.balance_full') throw error;
    const reason = 'The balance cannot hold the points.';
    const paid_at = clock.nowSeconds();
    const next_query_at = order.next_query_at ?? paid_at + PAID_RETRY_SECONDS;
    await moveOrder(db, order.id, { from: creditable, state: 'paid', note: reason, paid_at, next_query_at });
    return { verdict: 'failed', reason };
  }
  await payDebt(deps, buyer.id);
  await db.transaction().execute((trx) => promoteByTopUps(trx, buyer.id));
  changes.userChanged(buyer.id);
  return { verdict: 'credited', reason: '' };
}

/** Ends a transaction that finds the order credited. */
class CreditedBefore extends Error {}
/** Ends a transaction whose payment belongs to another order. */
class NumberUsed extends Error {}

async function writeCredit(
  { clock, options, secretBox }: Pick<ModuleDeps, 'clock' | 'options' | 'secretBox'>,
  trx: Transaction<Tables>,
  {
    order,
    facts,
    buyer,
    ip,
    requestId,
  }: {
    order: OrderRow;
    facts: PaymentFacts;
    buyer: { id: number; username: string };
    ip: string;
    requestId: string;
  },
): Promise<void> {
  const nowSeconds = clock.nowSeconds();
  const taken = await trx
    .updateTable('orders')
    .set({
      ...{ state: 'credited', gateway_no: facts.gatewayNo, note: '', next_query_at: null },
      ...{ paid_at: nowSeconds, credited_at: nowSeconds },
    })
    .where('id', '=', order.id)
    .where('state', 'in', creditable)
    .where('pay_minor', '=', order.pay_minor)
    .where('currency', '=', order.currency)
    .where('merchant', '=', facts.merchant)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as other')
            .select('other.id')
            .where('other.gateway_id', '=', order.gateway_id)
            .where('other.gateway_no', '=', facts.gatewayNo)
            .where('other.id', '<>', order.id),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (taken === undefined) {
    const now = await trx.selectFrom('orders').select('state').where('id', '=', order.id).executeTakeFirst();
    const isOpen = now !== undefined && creditable.includes(now.state);
    throw isOpen ? new NumberUsed() : new CreditedBefore();
  }
  const { quota, bonus_quota } = order;
  await grantRebate(
    trx,
    { clock, options, secretBox },
    { inviteeId: buyer.id, tradeNo: order.trade_no, quota },
  );
  await renewReminder(trx, { options }, { userId: buyer.id, delta: quota + bonus_quota });
  const entry = {
    user_id: buyer.id,
    reference_type: 'order',
    reference: order.trade_no,
    actor_id: null,
    note: '',
    created_at: nowSeconds,
    log: { request_id: requestId, username: buyer.username, type: logType.topup, source_ip: ip },
  } as const;
  // The counter-accounts are locked in this order by everyone: payment, then promotion.
  const posted = await post(trx, { ...entry, kind: 'top_up', delta: quota });
  const given = await post(trx, { ...entry, kind: 'gift', delta: bonus_quota });
  if (posted === undefined || given === undefined) throw new GatewayError('user.balance_full');
}
