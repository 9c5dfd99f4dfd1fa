import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type PaymentGateway,
  plainAnswer,
} from '../payment-gateway.ts';
import { askStripe, STRIPE_VERSION, stripeClient } from './stripe-client.ts';
import { provenStripeEvent, stripeEvents } from './stripe-event.ts';
import {
  factsOfDispute,
  factsOfFailedRefund,
  factsOfRefunds,
  factsOfSession,
  presentFacts,
} from './stripe-facts.ts';
import { findStripeRefund, sendStripeRefund } from './stripe-refund.ts';
import { readStripeStatement } from './stripe-statement.ts';

/** A checkout lives between half an hour and a day. */
const MIN_LIFE_SECONDS = 31 * 60;

/**
 * Stripe Checkout. The methods are those that are switched on in Stripe's dashboard. A checkout is paid by its
 * `payment_status`, not by the name of an event: delayed methods complete a checkout before they pay.
 * Source: docs/reference/payments.md, "Stripe".
 */
export const stripeGateway: PaymentGateway = {
  type: 'stripe',
  mustQuery: true,
  merchantOf: ({ sandbox }) => (sandbox ? 'test' : 'live'),
  async check(context, account) {
    const { config, sandbox } = account;
    const { secret_key = '', webhook_secret = '' } = config;
    if (webhook_secret !== '' && !webhook_secret.startsWith('whsec_'))
      throw refused('The webhook secret begins with whsec_.');
    if (/^(sk|rk)_test_/.test(secret_key) !== sandbox)
      throw refused(`This key is for ${sandbox ? 'live' : 'test'} mode.`);
    const { livemode } = await askStripe(() => stripeClient(context, account).balance.retrieve());
    if (livemode === sandbox) throw refused(`This account is in ${livemode ? 'live' : 'test'} mode.`);
  },
  /** The secret of an endpoint is shown in the answer that makes it, and never again. */
  async prepare(context, account, { notifyUrl }) {
    if ((account.config.webhook_secret ?? '') !== '') {
      await addStripeEvents(context, account, notifyUrl);
      return {};
    }
    if (notifyUrl === '') throw refused('Enter ServerAddress first: Stripe needs an address for its events.');
    const { secret } = await askStripe(() =>
      stripeClient(context, account).webhookEndpoints.create({
        url: notifyUrl,
        enabled_events: [...stripeEvents],
        api_version: STRIPE_VERSION,
      }),
    );
    if (secret === undefined || secret === '') throw refused('Stripe returned no secret for its events.');
    return { webhook_secret: secret };
  },
  async create(context, account, order) {
    const { clock } = context;
    const session = await askStripe(() =>
      stripeClient(context, account).checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: order.tradeNo,
          metadata: { trade_no: order.tradeNo },
          payment_intent_data: { metadata: { trade_no: order.tradeNo } },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: account.currency.toLowerCase(),
                unit_amount: order.minor,
                product_data: { name: order.subject },
              },
            },
          ],
          payment_method_options: { wechat_pay: { client: 'web' } },
          success_url: order.returnUrl,
          cancel_url: order.returnUrl,
          expires_at: Math.max(order.expiresAtSeconds, clock.nowSeconds() + MIN_LIFE_SECONDS),
        },
        { idempotencyKey: order.tradeNo },
      ),
    );
    if (session.url === null || !session.url.startsWith('https://'))
      throw new GatewayUnanswered('Stripe returned no address to pay at.');
    return {
      page: { kind: 'link', url: session.url },
      gatewayNo: session.id,
      merchant: account.sandbox ? 'test' : 'live',
    };
  },
  async readCallback(context, account, request) {
    const event = provenStripeEvent(context, account, request);
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.async_payment_failed':
      case 'checkout.session.expired':
        return factsOfSession(event.data.object);
      case 'charge.refunded':
        return factsOfRefunds(context, account, event.data.object);
      case 'refund.failed':
      case 'refund.updated':
        return factsOfFailedRefund(context, account, event.data.object);
      case 'charge.dispute.created':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.closed':
        return factsOfDispute(context, account, event.data.object);
      default:
        return undefined;
    }
  },
  async query(context, account, { tradeNo, gatewayNo }) {
    // Without its number, a checkout cannot be found; nobody has its address either.
    if (gatewayNo === '') {
      const { currency, sandbox } = account;
      const merchant = sandbox ? 'test' : 'live';
      return { tradeNo, gatewayNo, minor: null, currency, merchant, state: 'waiting', word: 'unknown' };
    }
    return presentFacts(context, account, gatewayNo);
  },
  async close(context, account, { gatewayNo }) {
    if (gatewayNo === '') return;
    await askStripe(() => stripeClient(context, account).checkout.sessions.expire(gatewayNo));
  },
  findRefund: findStripeRefund,
  refund: sendStripeRefund,
  statement: readStripeStatement,
  answers: { taken: plainAnswer(200, 'ok'), again: plainAnswer(400, 'refused') },
};

const refused = (reason: string): GatewayUnanswered => new GatewayUnanswered(reason, { isRefusal: true });

/** An endpoint that an older version has made lacks the events that this one reads, too. */
async function addStripeEvents(
  context: PaymentContext,
  account: PaymentAccount,
  notifyUrl: string,
): Promise<void> {
  const { webhookEndpoints } = stripeClient(context, account);
  try {
    const { data } = await askStripe(() => webhookEndpoints.list({ limit: 100 }));
    const endpoint = data.find(({ url }) => url === notifyUrl);
    const known = endpoint?.enabled_events ?? ['*'];
    if (endpoint === undefined || known.includes('*')) return;
    if (stripeEvents.every((event) => known.includes(event))) return;
    await askStripe(() => webhookEndpoints.update(endpoint.id, { enabled_events: [...stripeEvents] }));
  } catch (error) {
    // A key without access to endpoints takes payments, too. Its operator has made the endpoint.
    if (!(error instanceof GatewayUnanswered && error.isRefusal)) throw error;
  }
}
