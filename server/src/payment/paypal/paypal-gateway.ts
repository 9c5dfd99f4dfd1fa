import { toAmountText } from '@turnpike/contract';
import { memberText } from '../ask-gateway.ts';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type PaymentFacts,
  type PaymentGateway,
  type PaymentOrder,
  plainAnswer,
} from '../payment-gateway.ts';
import { askPayPal, issueOf, listOf, payPalFault } from './paypal-client.ts';
import { readPayPalEvent } from './paypal-event.ts';
import { captureOf, factsOfEvent, factsOfOrder } from './paypal-facts.ts';
import { readPayPalOrder } from './paypal-order.ts';
import { factsOfRefunded, findPayPalRefund, sendPayPalRefund } from './paypal-refund.ts';

const WEBHOOK_EVENT = 'PAYMENT.CAPTURE.COMPLETED';
/** Faults of a capture after which the buyer can still pay. */
const declined: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'ORDER_NOT_APPROVED',
]);

/**
 * PayPal, Orders version 2. An order that the buyer has approved is not paid yet: the question about it captures it.
 * Source: docs/reference/payments.md, "PayPal".
 */
export const payPalGateway: PaymentGateway = {
  type: 'paypal',
  mustQuery: true,
  merchantOf: ({ config }) => config.merchant_id ?? '',
  async check(context, account) {
    const path = `/v1/notifications/webhooks/${encodeURIComponent(account.config.webhook_id ?? '')}`;
    const reply = await askPayPal(context, account, { method: 'GET', path });
    if (reply.status !== 200) throw payPalFault(reply);
    const names = listOf(reply.object?.event_types).map(({ name }) => name);
    if (!names.includes(WEBHOOK_EVENT) && !names.includes('*'))
      throw refused(`The webhook does not report ${WEBHOOK_EVENT}.`);
  },
  async create(context, account, order) {
    const content = contentOf(order, account);
    const path = '/v2/checkout/orders';
    const reply = await askPayPal(context, account, {
      ...{ method: 'POST', path, content, requestId: order.tradeNo },
    });
    const { object } = reply;
    if ((reply.status !== 200 && reply.status !== 201) || object === null) throw payPalFault(reply);
    const facts = factsOfOrder(object, account);
    // Found before the buyer pays: afterwards, the payment could not be credited.
    if (facts.merchant !== account.config.merchant_id)
      throw refused(`These credentials are those of the merchant ${facts.merchant}.`);
    const link = listOf(object.links).find(({ rel }) => rel === 'payer-action' || rel === 'approve');
    const url = memberText(link?.href);
    if (facts.gatewayNo === '' || !url.startsWith('https://'))
      throw new GatewayUnanswered('PayPal sent no address to pay at.');
    return { page: { kind: 'link', url }, gatewayNo: facts.gatewayNo, merchant: facts.merchant };
  },
  async readCallback(context, account, request) {
    const { type, resource } = await readPayPalEvent(context, account, request);
    return type === 'PAYMENT.CAPTURE.REFUNDED'
      ? factsOfRefunded(context, account, resource)
      : factsOfEvent(type, resource, account);
  },
  query: capturedFacts,
  findRefund: findPayPalRefund,
  refund: sendPayPalRefund,
  answers: { taken: plainAnswer(200, 'ok'), again: plainAnswer(500, 'again') },
};

const refused = (message: string): GatewayUnanswered => new GatewayUnanswered(message, { isRefusal: true });

const contentOf = (
  { tradeNo, minor, subject, returnUrl }: PaymentOrder,
  { currency }: Pick<PaymentAccount, 'currency'>,
) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: tradeNo,
      // PayPal takes each of them once, so a second payment of an order is refused there.
      invoice_id: tradeNo,
      description: subject,
      amount: { currency_code: currency, value: toAmountText(minor, currency) },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        ...{ return_url: returnUrl, cancel_url: returnUrl },
        ...{ user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING' },
      },
    },
  },
});

/** The state of an order. One that the buyer has approved is captured first. */
async function capturedFacts(
  context: PaymentContext,
  account: PaymentAccount,
  { tradeNo, gatewayNo, merchant }: { tradeNo: string; gatewayNo: string; merchant: string },
): Promise<PaymentFacts> {
  const absent: PaymentFacts = {
    ...{ tradeNo, gatewayNo, minor: null, currency: account.currency, merchant },
    ...{ state: 'waiting', word: 'unknown' },
  };
  if (gatewayNo === '') return absent;
  const order = await readPayPalOrder(context, account, gatewayNo);
  // PayPal forgets orders that nobody approves.
  if (order === undefined) return absent;
  const facts = factsOfOrder(order, account);
  const isApproved = order.status === 'APPROVED' && captureOf(order) === undefined;
  if (!isApproved || facts.tradeNo !== tradeNo || facts.merchant !== merchant) return facts;
  if (!(await capture(context, account, gatewayNo))) return facts;
  return factsOfOrder((await readPayPalOrder(context, account, gatewayNo)) ?? order, account);
}

/** @returns false where the buyer has to choose another way to pay */
async function capture(context: PaymentContext, account: PaymentAccount, id: string): Promise<boolean> {
  // A capture is unique by its order. A request id would also repeat that a card was declined.
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
  const reply = await askPayPal(context, account, { method: 'POST', path, content: {} });
  if (declined.has(issueOf(reply))) return false;
  if (reply.status >= 300 && issueOf(reply) !== 'ORDER_ALREADY_CAPTURED') throw payPalFault(reply);
  return true;
}
