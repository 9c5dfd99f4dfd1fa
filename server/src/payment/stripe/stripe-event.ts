import type Stripe from 'stripe';
import {
  CallbackRefused,
  type CallbackRequest,
  type PaymentAccount,
  type PaymentContext,
} from '../payment-gateway.ts';
import { stripeClient } from './stripe-client.ts';

const TOLERANCE_SECONDS = 300;

/** Events that an endpoint of this site gets. */
export const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
] as const;

/** Proves an event by the secret of its endpoint and reads it. @throws CallbackRefused */
export function provenStripeEvent(
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
