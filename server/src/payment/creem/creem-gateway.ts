import { parseProducts, toAmountText } from '@turnpike/contract';
import { memberText } from '../ask-gateway.ts';
import {
  CallbackRefused,
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type PaymentFacts,
  type PaymentGateway,
  plainAnswer,
} from '../payment-gateway.ts';
import {
  askCreem,
  idOf,
  isLive,
  isRefunded,
  type Members,
  membersOf,
  readCheckout,
  readProduct,
  refused,
} from './creem-client.ts';
import { readCreemEvent } from './creem-event.ts';
import { findCreemRefund, sendCreemRefund } from './creem-refund.ts';

/**
 * Creem, a merchant of record: it sells products with fixed prices and adds taxes to them. So the operator lists a
 * product for each amount, and the price of an order is compared without its tax.
 * Source: docs/reference/payments.md, "Creem".
 */
export const creemGateway: PaymentGateway = {
  type: 'creem',
  mustQuery: true,
  merchantOf: (account, { amount }) => merchantOf(modeOf(account), productOf(account, amount)),
  async check(context, account) {
    const { api_key = '', products = '' } = account.config;
    if (api_key.startsWith('creem_test_') !== account.sandbox)
      throw refused(`This key is for ${account.sandbox ? 'live' : 'test'} mode.`);
    for (const product of new Set(Object.values(parseProducts(products) ?? {})))
      await readProduct(context, account, product);
  },
  async create(context, account, order) {
    const product_id = productOf(account, order.amount);
    const { price } = await readProduct(context, account, product_id);
    const { currency } = account;
    if (price !== order.minor) {
      const cost = Number.isSafeInteger(price) ? toAmountText(price as number, currency) : 'nothing';
      const wanted = toAmountText(order.minor, currency);
      throw refused(`The product ${product_id} costs ${cost}, but the order ${wanted} ${currency}.`);
    }
    const checkout = await askCreem(context, account, '/v1/checkouts', {
      ...{ product_id, units: 1, request_id: order.tradeNo, success_url: order.returnUrl },
      metadata: { trade_no: order.tradeNo },
    });
    const [id, url] = [memberText(checkout.id), memberText(checkout.checkout_url)];
    if (id === '' || !url.startsWith('https://'))
      throw new GatewayUnanswered('Creem sent no address to pay at.');
    return {
      page: { kind: 'link', url },
      gatewayNo: id,
      merchant: merchantOf(modeOf(account), product_id),
    };
  },
  async readCallback(context, account, request) {
    const { eventType, object } = readCreemEvent(account.config.webhook_secret ?? '', request);
    if (isLive({ ...membersOf(object.transaction), ...object }) === account.sandbox)
      throw new CallbackRefused(`The message is of the other mode: ${memberText(object.mode)}`);
    if (eventType === 'checkout.completed') return isOurs(object) ? factsOf(object, account) : undefined;
    const isWhole = eventType === 'refund.created' && isRefunded(membersOf(object.transaction));
    const state = isWhole ? 'refunded' : eventType === 'dispute.created' ? 'disputed' : '';
    if (state === '') return undefined;
    const { checkout, order } = await paymentOf(context, account, object);
    if (!isOurs({ ...checkout, order })) return undefined;
    return {
      ...{ tradeNo: memberText(checkout.request_id), gatewayNo: memberText(checkout.id), minor: null },
      ...{ currency: account.currency, state, word: eventType, disputeNo: memberText(object.id) },
      merchant: merchantOf(modeOf(account), idOf(order.product) || idOf(checkout.product)),
    };
  },
  async query(context, account, { tradeNo, gatewayNo, merchant }) {
    if (gatewayNo !== '') return factsOf(await readCheckout(context, account, gatewayNo), account);
    // Without a checkout, there is no address to pay at.
    const { currency } = account;
    return { tradeNo, gatewayNo, minor: null, currency, merchant, state: 'waiting', word: 'no checkout' };
  },
  findRefund: findCreemRefund,
  refund: sendCreemRefund,
  answers: { taken: plainAnswer(200, 'ok'), again: plainAnswer(500, 'again') },
};

const modeOf = ({ sandbox }: PaymentAccount): string => (sandbox ? 'test' : 'prod');
/** Another product is another seller: a payment link of a cheaper one can carry the number of an order. */
const merchantOf = (mode: string, product: string): string => `${mode} ${product}`;

const productOf = ({ config }: PaymentAccount, amount: number): string =>
  parseProducts(config.products ?? '')?.[String(amount)] ?? '';

/** The checkout and the order of a refund or a dispute, which may have their numbers alone. @throws GatewayUnanswered */
async function paymentOf(
  context: PaymentContext,
  account: PaymentAccount,
  { checkout, order }: Members,
): Promise<{ checkout: Members; order: Members }> {
  const id = memberText(checkout);
  const whole = id === '' ? membersOf(checkout) : await readCheckout(context, account, id);
  return { checkout: whole, order: membersOf(memberText(order) === '' ? order : whole.order) };
}

/** Checkouts of subscriptions and of payment links are no orders of this site. */
const isOurs = ({ request_id, order }: Members): boolean =>
  memberText(request_id) !== '' && membersOf(order).type === 'onetime';

function factsOf(checkout: Members, { currency }: Pick<PaymentAccount, 'currency'>): PaymentFacts {
  const order = membersOf(checkout.order);
  const word = [checkout.status, order.status].map(memberText).filter(Boolean).join(' ');
  const isPaid = checkout.status === 'completed' && order.status === 'paid' && order.type === 'onetime';
  return {
    tradeNo: memberText(checkout.request_id),
    gatewayNo: memberText(checkout.id),
    minor: netOf(order),
    currency: memberText(order.currency) || currency,
    merchant: merchantOf(isLive(checkout) ? 'prod' : 'test', idOf(checkout.product) || idOf(order.product)),
    state: isPaid ? 'paid' : checkout.status === 'expired' ? 'closed' : 'waiting',
    word,
  };
}

/** The price without tax; less where less was paid, such as with a discount code. Null without a price. */
function netOf({ sub_total, amount_paid, tax_amount, discount_amount }: Members): number | null {
  const whole = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);
  if (!Number.isSafeInteger(sub_total)) return null;
  const net = Number.isSafeInteger(amount_paid)
    ? whole(amount_paid) - whole(tax_amount)
    : whole(sub_total) - whole(discount_amount);
  return Math.min(whole(sub_total), net);
}
