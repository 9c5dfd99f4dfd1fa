import { toAmountText } from '@turnpike/contract';
import { memberText } from '../ask-gateway.ts';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type PaymentFacts,
  type RefundOrder,
} from '../payment-gateway.ts';
import { askPayPal, listOf, type Members, membersOf, payPalFault } from './paypal-client.ts';
import { captureOf, factsOfRefundedCapture } from './paypal-facts.ts';
import { readPayPalOrder } from './paypal-order.ts';

type RefundState = 'done' | 'pending' | 'failed';

/** Looks for a refund among those of its order, by its number. @throws GatewayUnanswered */
export async function findPayPalRefund(
  context: PaymentContext,
  account: PaymentAccount,
  { gatewayNo, requestNo }: RefundOrder,
): Promise<RefundState | 'absent'> {
  const order = await readPayPalOrder(context, account, gatewayNo);
  if (order === undefined) throw new GatewayUnanswered('PayPal does not know the order any more.');
  const [unit = {}] = listOf(order.purchase_units);
  const refunds = listOf(membersOf(unit.payments).refunds);
  const states = refunds.filter(({ invoice_id }) => memberText(invoice_id) === requestNo).map(stateOf);
  const found = (['done', 'pending', 'failed'] as const).find((state) => states.includes(state));
  if (found !== undefined) return found;
  // The capture knows of a refund before the list does.
  const isListed = refunds.length > 0 || !/REFUNDED/.test(memberText(captureOf(order)?.status));
  if (states.length > 0 || !isListed) throw new GatewayUnanswered('PayPal does not list the refund yet.');
  return 'absent';
}

/** Pays a part or all of a capture back. @throws GatewayUnanswered */
export async function sendPayPalRefund(
  context: PaymentContext,
  account: PaymentAccount,
  { tradeNo, gatewayNo, requestNo, minor, currency, reason }: RefundOrder,
): Promise<'done' | 'pending'> {
  const order = await readPayPalOrder(context, account, gatewayNo);
  const id = memberText(captureOf(order ?? {})?.id);
  if (id === '') throw new GatewayUnanswered('PayPal names no capture of the order.');
  const reply = await askPayPal(context, account, {
    ...{ method: 'POST', path: `/v2/payments/captures/${id}/refund`, requestId: requestNo },
    content: {
      amount: { value: toAmountText(minor, currency), currency_code: currency },
      ...{ custom_id: tradeNo, invoice_id: requestNo },
      ...(reason !== '' && { note_to_payer: reason.slice(0, 255) }),
    },
  });
  const state = reply.status < 300 ? stateOf(reply.object ?? {}) : undefined;
  if (state === undefined) throw payPalFault(reply);
  if (state === 'failed')
    throw new GatewayUnanswered('The refund has failed at PayPal.', { isRefusal: true });
  return state;
}

function stateOf({ status }: Members): RefundState | undefined {
  switch (status) {
    case 'COMPLETED':
      return 'done';
    case 'PENDING':
      return 'pending';
    case 'FAILED':
    case 'CANCELLED':
      return 'failed';
    default:
      return undefined;
  }
}

/**
 * An event about a refund names its capture, whose state says whether all of the money was paid back.
 * @returns undefined for a part of it. @throws GatewayUnanswered
 */
export async function factsOfRefunded(
  context: PaymentContext,
  account: PaymentAccount,
  { links }: Members,
): Promise<PaymentFacts | undefined> {
  const id = listOf(links)
    .map(({ href }) => /\/v2\/payments\/captures\/(\w+)$/.exec(memberText(href))?.[1])
    .find(Boolean);
  if (id === undefined) return undefined;
  const reply = await askPayPal(context, account, { method: 'GET', path: `/v2/payments/captures/${id}` });
  if (reply.status !== 200 || reply.object === null) throw payPalFault(reply);
  return factsOfRefundedCapture(reply.object, account);
}
