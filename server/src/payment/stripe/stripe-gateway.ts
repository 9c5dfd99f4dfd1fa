import type Stripe from 'stripe';
import {
  CallbackRefused,
  type CallbackRequest,
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type PaymentFacts,
  type PaymentGateway,
  plainAnswer,
} from '../payment-gateway.ts';
import { askStripe, STRIPE_VERSION, stripeClient } from './stripe-client.ts';

const TOLERANCE_SECONDS = 300;
/** A checkout lives between half an hour and a day. */
const MIN_LIFE_SECONDS = 31 * 60;

const events = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
] as const;

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
    if ((account.config.webhook_secret ?? '') !== '') return {};
    if (notifyUrl === '') throw refused('Enter ServerAddress first: Stripe needs an address for its events.');
    const { secret } = await askStripe(() =>
      stripeClient(context, account).webhookEndpoints.create({
        url: notifyUrl,
        enabled_events: [...events],
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
    const event = provenEvent(context, account, request);
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.async_payment_failed':
      case 'checkout.session.expired':
        return factsOf(event.data.object);
      case 'charge.dispute.created':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.closed':
        return disputeFacts(context, account, event.data.object);
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
    return factsOf(
      await askStripe(() => stripeClient(context, account).checkout.sessions.retrieve(gatewayNo)),
    );
  },
  async close(context, account, { gatewayNo }) {
    if (gatewayNo === '') return;
    await askStripe(() => stripeClient(context, account).checkout.sessions.expire(gatewayNo));
  },
  async refund(context, account, { gatewayNo, requestNo, minor }) {
    const stripe = stripeClient(context, account);
    const session = await askStripe(() => stripe.checkout.sessions.retrieve(gatewayNo));
    const payment_intent = idOf(session.payment_intent);
    if (payment_intent === '') throw refused('The checkout has no payment.');
    const refund = await askStripe(() =>
      stripe.refunds.create(
        { payment_intent, amount: minor, metadata: { request_no: requestNo } },
        { idempotencyKey: requestNo },
      ),
    );
    if (refund.status === 'failed' || refund.status === 'canceled')
      throw refused(`The refund has failed: ${refund.failure_reason ?? 'no reason given'}.`);
    return refund.status === 'succeeded' ? 'done' : 'pending';
  },
  answers: { taken: plainAnswer(200, 'ok'), again: plainAnswer(400, 'refused') },
};

const refused = (reason: string): GatewayUnanswered => new GatewayUnanswered(reason, { isRefusal: true });

const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

function provenEvent(
  context: PaymentContext,
  account: PaymentAccount,
  { headers, body }: CallbackRequest,
): Stripe.Event {
  const secret = account.config.webhook_secret ?? '';
  const header = headers['stripe-signature'];
  // Without a secret, everybody can compute the signature.
  if (secret === '' || typeof header !== 'string') throw new CallbackRefused('There is no signature.');
  let event: Stripe.Event;
  try {
    const { webhooks } = stripeClient(context, account);
    const receivedAtMs = context.clock.nowSeconds() * 1000;
    event = webhooks.constructEvent(body, header, secret, TOLERANCE_SECONDS, undefined, receivedAtMs);
  } catch {
    throw new CallbackRefused('The signature is wrong, or older than five minutes.');
  }
  if (event.livemode === account.sandbox)
    throw new CallbackRefused(`The event is of ${event.livemode ? 'live' : 'test'} mode.`);
  return event;
}

function factsOf(session: Stripe.Checkout.Session): PaymentFacts {
  const isPaid = session.payment_status === 'paid' || session.payment_status === 'no_payment_required';
  return {
    tradeNo: session.client_reference_id ?? '',
    gatewayNo: session.id,
    minor: session.amount_total,
    currency: (session.currency ?? '').toUpperCase(),
    merchant: session.livemode ? 'live' : 'test',
    state: isPaid ? 'paid' : session.status === 'expired' ? 'closed' : 'waiting',
    word: `${session.status}/${session.payment_status}`,
  };
}

/** An inquiry (`warning_…`) moves no money. Source: https://docs.stripe.com/api/disputes/object */
const disputeStates: Readonly<Record<string, PaymentFacts['state']>> = {
  needs_response: 'disputed',
  under_review: 'disputed',
  won: 'dispute_won',
  lost: 'dispute_lost',
};

/** A dispute names the payment, which names the order. */
async function disputeFacts(
  context: PaymentContext,
  account: PaymentAccount,
  dispute: Stripe.Dispute,
): Promise<PaymentFacts | undefined> {
  const payment = idOf(dispute.payment_intent);
  const state = disputeStates[dispute.status];
  if (payment === '' || state === undefined) return undefined;
  const { metadata } = await askStripe(() => stripeClient(context, account).paymentIntents.retrieve(payment));
  const tradeNo = metadata.trade_no;
  if (tradeNo === undefined) return undefined;
  return {
    tradeNo,
    gatewayNo: payment,
    minor: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    merchant: dispute.livemode ? 'live' : 'test',
    state,
    disputeNo: dispute.id,
    word: `dispute ${dispute.status}`,
  };
}
