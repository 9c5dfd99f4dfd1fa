import type { OrderState } from '@turnpike/contract';
import { loadGateway } from '../../payment/gateway-registry.ts';
import { GatewayUnanswered, type PaymentFacts } from '../../payment/payment-gateway.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findPayment, type PaymentRow, toPaymentAccount } from '../payment/payment-account.ts';
import { applyFacts } from './credit-order.ts';
import { insertOrderEvent, moveOrder, noteQuery, type OrderRow } from './order-repository.ts';
import { nextQueryAt, PAID_RETRY_SECONDS, type Verdict } from './order-rules.ts';

const open: readonly OrderState[] = ['created', 'pending'];

/** The present state of an order at its gateway. @throws GatewayUnanswered */
export async function askAbout(
  { secretBox, guardedFetch, clock }: Pick<ModuleDeps, 'secretBox' | 'guardedFetch' | 'clock'>,
  payment: PaymentRow,
  { trade_no, gateway_no, merchant }: Pick<OrderRow, 'trade_no' | 'gateway_no' | 'merchant'>,
  signal: AbortSignal,
): Promise<PaymentFacts> {
  const gateway = await loadGateway(payment.type);
  const order = { tradeNo: trade_no, gatewayNo: gateway_no ?? '', merchant };
  return gateway.query({ guardedFetch, clock, signal }, toPaymentAccount(secretBox, payment), order);
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
  const { db, clock } = deps;
  const payment = await findPayment(db, order.gateway_id);
  if (payment === undefined) return { verdict: 'failed', reason: 'The gateway of the order is gone.' };
  let result: Verdict;
  let word = '';
  let isPaid = false;
  try {
    const facts = await askAbout(deps, payment, order, signal);
    word = facts.word;
    isPaid = facts.state === 'paid';
    result = await applyFacts(deps, order, facts, { ip, requestId });
  } catch (error) {
    if (!(error instanceof GatewayUnanswered)) throw error;
    result = { verdict: 'failed', reason: error.message };
  }
  const nowSeconds = clock.nowSeconds();
  if (result.verdict === 'waiting' && order.expires_at <= nowSeconds) await closeOrder(deps, order, signal);
  const isSettled = result.verdict === 'credited' || result.verdict === 'known';
  const retryAt = isPaid && result.verdict === 'failed' ? nowSeconds + PAID_RETRY_SECONDS : null;
  await noteQuery(db, order.id, isSettled ? null : (nextQueryAt(order, nowSeconds) ?? retryAt));
  if (isAsked || result.verdict !== 'waiting') {
    await insertOrderEvent(db, {
      ...{ created_at: nowSeconds, gateway_id: order.gateway_id, trade_no: order.trade_no },
      ...{ source: 'query', ip: isAsked ? ip : '', ...result, content: word },
    });
  }
  return result;
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
