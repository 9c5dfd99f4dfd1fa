import type Stripe from 'stripe';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type RefundOrder,
} from '../payment-gateway.ts';
import { askStripe, stripeClient, stripeIdOf } from './stripe-client.ts';

const PAGE_SIZE = 100;
const MAX_PAGES = 10;
/** Limits of a page; a refund has some 2 KB. */
const PAGE_LIMITS = { limitBytes: 2 * 1024 * 1024, timeoutMs: 15_000 };

/**
 * Looks for a refund among those of its payment, by the number in its metadata. Stripe recognises the key of a
 * repetition for a day only, and then answers as it did the first time.
 * @throws GatewayUnanswered, also for a payment with more than 1000 refunds
 */
export async function findStripeRefund(
  context: PaymentContext,
  account: PaymentAccount,
  { gatewayNo, requestNo }: RefundOrder,
): Promise<'done' | 'pending' | 'failed' | 'absent'> {
  const stripe = stripeClient(context, account, PAGE_LIMITS);
  const payment_intent = await paymentOf(stripe, gatewayNo);
  const states = new Set<'done' | 'pending' | 'failed'>();
  let behind = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = { payment_intent, limit: PAGE_SIZE, ...behind };
    const page = await askStripe(() => stripe.refunds.list(query));
    for (const refund of page.data)
      if (refund.metadata?.request_no === requestNo) states.add(stateOf(refund));
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined)
      return (['done', 'pending', 'failed'] as const).find((state) => states.has(state)) ?? 'absent';
    behind = { starting_after: last.id };
  }
  throw new GatewayUnanswered('The payment has more refunds than can be read; look at Stripe.');
}

/** Pays a part or all of a checkout back. @throws GatewayUnanswered */
export async function sendStripeRefund(
  context: PaymentContext,
  account: PaymentAccount,
  { gatewayNo, requestNo, minor }: RefundOrder,
): Promise<'done' | 'pending'> {
  const stripe = stripeClient(context, account);
  const payment_intent = await paymentOf(stripe, gatewayNo);
  const refund = await askStripe(() =>
    stripe.refunds.create(
      { payment_intent, amount: minor, metadata: { request_no: requestNo } },
      { idempotencyKey: requestNo },
    ),
  );
  const state = stateOf(refund);
  if (state === 'failed')
    throw refused(`The refund has failed: ${refund.failure_reason ?? 'no reason given'}.`);
  return state;
}

const refused = (reason: string): GatewayUnanswered => new GatewayUnanswered(reason, { isRefusal: true });

async function paymentOf(stripe: Stripe, checkout: string): Promise<string> {
  const session = await askStripe(() => stripe.checkout.sessions.retrieve(checkout));
  const payment = stripeIdOf(session.payment_intent);
  if (payment === '') throw refused('The checkout has no payment.');
  return payment;
}

function stateOf({ status }: Stripe.Refund): 'done' | 'pending' | 'failed' {
  if (status === 'failed' || status === 'canceled') return 'failed';
  return status === 'succeeded' ? 'done' : 'pending';
}
