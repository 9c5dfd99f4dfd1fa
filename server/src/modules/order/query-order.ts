import type { OrderState } from '@turnpike/contract';
import { loadGateway } from '../../payment/gateway-registry.ts';
import { GatewayUnanswered, type PaymentFacts } from '../../payment/payment-gateway.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findPayment, type PaymentRow, toPaymentAccount } from '../payment/payment-account.ts';
import { applyFacts } from './credit-order.ts';
import { getOrder, moveOrder, noteQuery, type OrderRow } from './order-repository.ts';
import { nextQueryAt, PAID_RETRY_SECONDS, type Verdict } from './order-rules.ts';
import { recordEvent } from './record-event.ts';

const open: readonly OrderState[] = ['created', 'pending'];

type AskedOrder = Pick<OrderRow, 'trade_no' | 'gateway_no' | 'merchant' | 'currency'>;

/** The present state of an order at its gateway, in the currency of the order. @throws GatewayUnanswered */
export async function askAbout(
  { secretBox, guardedFetch, clock }: Pick<ModuleDeps, 'secretBox' | 'guardedFetch' | 'clock'>,
  payment: PaymentRow,
  { trade_no, gateway_no, merchant, currency }: AskedOrder,
  signal: AbortSignal,
): Promise<PaymentFacts> {
  const gateway = await loadGateway(payment.type);
  const order = { tradeNo: trade_no, gatewayNo: gateway_no ?? '', merchant };
  const account = { ...toPaymentAccount(secretBox, payment), currency };
  return gateway.query({ guardedFetch, clock, signal }, account, order);
}

/**
 * Asks the gateway about an order, credits it if it is paid, and closes it if its time is over.
 * @param isAsked a person waits for it; the answer is then kept as an event in any case
 */
export async function queryOrder(
  deps: ModuleDeps,
  order: OrderRow,
  {
    signal,
    isAsked,
    ip,
    requestId,
  }: { signal: AbortSignal; isAsked: boolean; ip: string; requestId: string },
): Promise<Verdict> {
  const { db, clock, orderQuestions } = deps;
  orderQuestions.note(order.id);
  const payment = await findPayment(db, order.gateway_id);
  if (payment === undefined) return { verdict: 'failed', reason: 'The gateway of the order is gone.' };
  let result: Verdict;
  let word = '';
  try {
    const facts = await askAbout(deps, payment, order, signal);
    word = facts.word;
    result = await applyFacts(deps, order, facts, { ip, requestId });
  } catch (error) {
    if (!(error instanceof GatewayUnanswered)) throw error;
    result = { verdict: 'failed', reason: error.message };
  }
  const nowSeconds = clock.nowSeconds();
  if (result.verdict === 'waiting' && order.expires_at <= nowSeconds) await closeOrder(deps, order, signal);
  const isSettled = result.verdict === 'credited' || result.verdict === 'known';
  await noteNextQuery(deps, order, { isSettled });
  if (isAsked || result.verdict !== 'waiting') {
    await recordEvent(deps, {
      ...{ created_at: nowSeconds, gateway_id: order.gateway_id, trade_no: order.trade_no },
      ...{ source: 'query', ip: isAsked ? ip : '', ...result, content: word },
    });
  }
  return result;
}

/** Counts a question about an order and fixes the next one. An order that is paid is tried again for as long as it is. */
export async function noteNextQuery(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  order: OrderRow,
  { isSettled }: { isSettled: boolean },
): Promise<void> {
  const nowSeconds = clock.nowSeconds();
  let next = isSettled ? null : nextQueryAt(order, nowSeconds);
  // The question itself, or a callback meanwhile, may have found it paid.
  if (next === null && (await getOrder(db, order.id)).state === 'paid')
    next = nowSeconds + PAID_RETRY_SECONDS;
  await noteQuery(db, order.id, next);
}

/** Closes an order that is not paid, here and at the gateway as far as that is possible there. */
export async function closeOrder(
  { db, secretBox, guardedFetch, clock }: ModuleDeps,
  order: OrderRow,
  signal: AbortSignal,
): Promise<boolean> {
  const payment = await findPayment(db, order.gateway_id);
  if (payment !== undefined) {
    const gateway = await loadGateway(payment.type);
    const numbers = { tradeNo: order.trade_no, gatewayNo: order.gateway_no ?? '' };
    try {
      await gateway.close?.({ guardedFetch, clock, signal }, toPaymentAccount(secretBox, payment), numbers);
    } catch (error) {
      // Later questions find a payment that still arrives.
      if (!(error instanceof GatewayUnanswered)) throw error;
    }
  }
  return moveOrder(db, order.id, { from: open, state: 'closed' });
}
