import { type GatewayReply, memberText } from '../ask-gateway.ts';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type PaymentFacts,
  type RefundOrder,
} from '../payment-gateway.ts';
import { askWxPay, wxPayFault } from './wxpay-client.ts';
import { payAppIdOf } from './wxpay-jsapi.ts';
import type { Members } from './wxpay-notice.ts';

const PATH = '/v3/refund/domestic/refunds';

/** Asks for a refund by its number. @throws GatewayUnanswered, also for one that must be finished at WeChat Pay */
export async function findWxPayRefund(
  context: PaymentContext,
  account: PaymentAccount,
  { requestNo }: RefundOrder,
): Promise<'done' | 'pending' | 'failed' | 'absent'> {
  const reply = await askForRefund(context, account, requestNo);
  if (reply.status === 404 && memberText(reply.object?.code) === 'RESOURCE_NOT_EXISTS') return 'absent';
  if (reply.status !== 200) throw wxPayFault(reply);
  return stateOf(reply.object);
}

/** Pays a part or all of an order back. @throws GatewayUnanswered */
export async function sendWxPayRefund(
  context: PaymentContext,
  account: PaymentAccount,
  { tradeNo, requestNo, minor, totalMinor, currency, reason }: RefundOrder,
): Promise<'done' | 'pending'> {
  const content = {
    out_trade_no: tradeNo,
    out_refund_no: requestNo,
    ...(reason !== '' && { reason: cutBytes(reason, 80) }),
    amount: { refund: minor, total: totalMinor, currency },
  };
  const reply = await askWxPay(context, account, { method: 'POST', path: PATH, content });
  // A repeat may be refused; the question shows whether the first one was accepted.
  const known = reply.status === 200 ? reply : await askForRefund(context, account, requestNo);
  if (known.status !== 200) throw wxPayFault(reply);
  const state = stateOf(known.object);
  if (state === 'failed') throw new GatewayUnanswered('WeChat Pay closed the refund.', { isRefusal: true });
  return state;
}

const askForRefund = (
  context: PaymentContext,
  account: PaymentAccount,
  requestNo: string,
): Promise<GatewayReply> => askWxPay(context, account, { method: 'GET', path: `${PATH}/${requestNo}` });

/** @throws GatewayUnanswered for a refund that the merchant has to finish */
function stateOf(refund: Members | null): 'done' | 'pending' | 'failed' {
  const status = memberText(refund?.status);
  switch (status) {
    case 'SUCCESS':
      return 'done';
    case 'PROCESSING':
      return 'pending';
    case 'CLOSED':
      return 'failed';
    default:
      throw new GatewayUnanswered(`The refund is ${status || 'unknown'} at WeChat Pay; finish it there.`);
  }
}

/**
 * A notification of a refund. `REFUND.ABNORMAL` says that the buyer's bank did not take the money: the merchant pays it
 * back by hand, so the refund stays pending.
 * @returns undefined for a part of the money, and for events of another kind
 */
export function wxPayRefundFacts(
  event: string,
  resource: () => Members,
  account: PaymentAccount,
): PaymentFacts | undefined {
  if (event !== 'REFUND.SUCCESS' && event !== 'REFUND.CLOSED') return undefined;
  const { out_trade_no, out_refund_no, transaction_id, mchid, amount } = resource();
  const { refund, total } = (amount ?? {}) as Members;
  const facts = {
    ...{ tradeNo: memberText(out_trade_no), gatewayNo: memberText(transaction_id), minor: null },
    // It does not name the app.
    ...{ currency: account.currency, merchant: `${memberText(mchid)} ${payAppIdOf(account)}`, word: event },
  };
  if (event === 'REFUND.CLOSED')
    return { ...facts, state: 'refund_failed', refundNo: memberText(out_refund_no) };
  return Number.isSafeInteger(total) && refund === total ? { ...facts, state: 'refunded' } : undefined;
}

function cutBytes(text: string, bytes: number): string {
  let kept = '';
  for (const letter of text) {
    if (Buffer.byteLength(kept + letter) > bytes) break;
    kept += letter;
  }
  return kept;
}
