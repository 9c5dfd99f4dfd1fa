import type Stripe from 'stripe';
import type { PaymentAccount, PaymentContext, PaymentFacts } from '../payment-gateway.ts';
import { askStripe, stripeClient, stripeIdOf } from './stripe-client.ts';

export function factsOfSession(session: Stripe.Checkout.Session): PaymentFacts {
  const isPaid = session.payment_status === 'paid' || session.payment_status === 'no_payment_required';
  return {
    tradeNo: session.client_reference_id ?? '',
    gatewayNo: session.id,
    minor: session.amount_total,
    currency: (session.currency ?? '').toUpperCase(),
    merchant: merchantOf(session),
    state: isPaid ? 'paid' : session.status === 'expired' ? 'closed' : 'waiting',
    word: `${session.status}/${session.payment_status}`,
  };
}

const merchantOf = ({ livemode }: { livemode: boolean }): string => (livemode ? 'live' : 'test');

/**
 * The state of a checkout. One that was paid stays `paid` at Stripe when the money has gone back, so its charge is read.
 * @throws GatewayUnanswered
 */
export async function presentFacts(
  context: PaymentContext,
  account: PaymentAccount,
  id: string,
): Promise<PaymentFacts> {
  const stripe = stripeClient(context, account);
  const expand = ['payment_intent.latest_charge'];
  const session = await askStripe(() => stripe.checkout.sessions.retrieve(id, { expand }));
  const facts = factsOfSession(session);
  const charge = chargeOf(session);
  if (facts.state !== 'paid' || charge === null) return facts;
  if (charge.refunded) return { ...facts, state: 'refunded', word: 'refunded' };
  if (!charge.disputed) return facts;
  const payment_intent = stripeIdOf(session.payment_intent);
  const { data } = await askStripe(() => stripe.disputes.list({ payment_intent, limit: 100 }));
  const [taken] = data.flatMap((dispute) => {
    const found = disputeFacts(dispute, facts.tradeNo);
    return found === undefined || found.state === 'dispute_won' ? [] : [found];
  });
  return taken === undefined ? facts : { ...taken, gatewayNo: facts.gatewayNo };
}

/** @returns null for a checkout that cost nothing */
function chargeOf({ payment_intent }: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : null;
  return typeof charge === 'object' ? charge : null;
}

/** An inquiry (`warning_…`) moves no money. Source: https://docs.stripe.com/api/disputes/object */
const disputeStates: Readonly<Record<string, PaymentFacts['state']>> = {
  needs_response: 'disputed',
  under_review: 'disputed',
  won: 'dispute_won',
  lost: 'dispute_lost',
};

function disputeFacts(dispute: Stripe.Dispute, tradeNo: string): PaymentFacts | undefined {
  const state = disputeStates[dispute.status];
  if (state === undefined) return undefined;
  return {
    ...{ tradeNo, gatewayNo: stripeIdOf(dispute.payment_intent), minor: dispute.amount },
    ...{ currency: dispute.currency.toUpperCase(), merchant: merchantOf(dispute), state },
    ...{ disputeNo: dispute.id, word: `dispute ${dispute.status}` },
  };
}

/** @returns undefined for an inquiry, and for the payment of another shop. @throws GatewayUnanswered */
export async function factsOfDispute(
  context: PaymentContext,
  account: PaymentAccount,
  dispute: Stripe.Dispute,
): Promise<PaymentFacts | undefined> {
  if (disputeStates[dispute.status] === undefined) return undefined;
  const tradeNo = await tradeNoOf(context, account, dispute);
  return tradeNo === undefined ? undefined : disputeFacts(dispute, tradeNo);
}

/** @returns undefined unless all of the money was paid back. @throws GatewayUnanswered */
export async function factsOfRefunds(
  context: PaymentContext,
  account: PaymentAccount,
  charge: Stripe.Charge,
): Promise<PaymentFacts | undefined> {
  if (!charge.refunded) return undefined;
  const tradeNo = await tradeNoOf(context, account, charge);
  if (tradeNo === undefined) return undefined;
  return {
    ...{ tradeNo, gatewayNo: stripeIdOf(charge.payment_intent), minor: charge.amount },
    ...{ currency: charge.currency.toUpperCase(), merchant: merchantOf(charge) },
    ...{ state: 'refunded', word: 'charge refunded' },
  };
}

/** @returns undefined for a refund that has not failed, or is none of this site. @throws GatewayUnanswered */
export async function factsOfFailedRefund(
  context: PaymentContext,
  account: PaymentAccount,
  refund: Stripe.Refund,
): Promise<PaymentFacts | undefined> {
  const refundNo = refund.metadata?.request_no;
  const hasFailed = refund.status === 'failed' || refund.status === 'canceled';
  if (!hasFailed || refundNo === undefined) return undefined;
  const tradeNo = await tradeNoOf(context, account, refund);
  if (tradeNo === undefined) return undefined;
  return {
    ...{ tradeNo, gatewayNo: stripeIdOf(refund.payment_intent), minor: refund.amount },
    ...{ currency: refund.currency.toUpperCase(), merchant: account.sandbox ? 'test' : 'live' },
    ...{ state: 'refund_failed', refundNo },
    word: `refund ${refund.status} ${refund.failure_reason ?? ''}`.trim(),
  };
}

/** Charges, refunds and disputes name the payment, which names the order. */
async function tradeNoOf(
  context: PaymentContext,
  account: PaymentAccount,
  { payment_intent }: { payment_intent: string | { id: string } | null },
): Promise<string | undefined> {
  const id = stripeIdOf(payment_intent);
  if (id === '') return undefined;
  const payment = await askStripe(() => stripeClient(context, account).paymentIntents.retrieve(id));
  return payment.metadata.trade_no;
}
