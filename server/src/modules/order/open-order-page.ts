import { randomBytes } from 'node:crypto';
import type { Language } from '@turnpike/contract';
import type { PageAnswer } from '../../http/page-answer.ts';
import { loadGateway } from '../../payment/gateway-registry.ts';
import { GatewayUnanswered, type PageVisit } from '../../payment/payment-gateway.ts';
import { noticePage } from '../../payment/payment-page.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { siteLanguage } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { consumeToken, keepToken } from '../one-time-token/one-time-token.ts';
import { findPayment, toPaymentAccount } from '../payment/payment-account.ts';
import { toPaymentOrder } from './create-order.ts';
import { findOrder, moveOrder, type OrderRow } from './order-repository.ts';

interface PageRequest {
  query: { code?: string | undefined; state?: string | undefined };
  language: Language | undefined;
  ip: string;
  userAgent: string;
  signal: AbortSignal;
}

/**
 * The page of this site on which an order is paid. Its address is secret enough: the number of an order is random, and
 * nothing but a payment of this order can be begun there. A state that is unknown, used or of another order begins the
 * visit again, because browsers load such addresses twice.
 * @throws entry.not_found for an order that has no such page
 */
export async function openOrderPage(
  deps: ModuleDeps,
  tradeNo: string,
  { query, language = siteLanguage(deps.options), signal, ...buyer }: PageRequest,
): Promise<PageAnswer> {
  const { db, secretBox, guardedFetch, clock } = deps;
  const order = await findOrder(db, tradeNo);
  const payment = order && (await findPayment(db, order.gateway_id));
  const gateway = payment && (await loadGateway(payment.type));
  if (order === undefined || payment === undefined || gateway?.openPage === undefined)
    throw new GatewayError('entry.not_found');
  const paid = { ...toPaymentOrder(deps, payment, { order, ...buyer }), merchant: order.merchant };
  const { returnUrl, pageUrl } = paid;
  if (order.page === '' || JSON.parse(order.page).data.url !== pageUrl)
    throw new GatewayError('entry.not_found');
  const ended = endOf(order, clock.nowSeconds());
  if (ended !== undefined) return noticePage({ language, text: ended, returnUrl });
  const visit = { ...(await beginVisit(deps, order, query)), userAgent: buyer.userAgent, language };
  try {
    const account = toPaymentAccount(secretBox, payment);
    return await gateway.openPage({ guardedFetch, clock, signal }, account, paid, visit);
  } catch (error) {
    if (!(error instanceof GatewayUnanswered)) throw error;
    // Administrators see the reason at the order; a payment clears it.
    await moveOrder(db, order.id, { from: ['pending'], state: 'pending', note: error.message });
    return noticePage({ language, text: 'noAnswer', returnUrl, status: 502 });
  }
}

/** Undefined for an order that waits for its money. */
function endOf({ state, expires_at }: OrderRow, nowSeconds: number): 'paid' | 'closed' | undefined {
  if (state === 'closed') return 'closed';
  if (state !== 'pending') return 'paid';
  return expires_at <= nowSeconds ? 'closed' : undefined;
}

const STATE_SECONDS = 600;

async function beginVisit(
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'secretBox'>,
  { trade_no }: OrderRow,
  { code, state }: PageRequest['query'],
): Promise<Pick<PageVisit, 'code' | 'issueState'>> {
  const use = { purpose: 'order_page', boundTo: trade_no };
  const taken = code && state ? await consumeToken(deps, { ...use, token: state }) : undefined;
  return {
    code: taken === undefined ? undefined : code,
    issueState: async () => {
      // WeChat takes letters and digits only.
      const token = randomBytes(32).toString('hex');
      await keepToken(deps, { ...use, owner: null, token, payload: {}, ttlSeconds: STATE_SECONDS });
      return token;
    },
  };
}
