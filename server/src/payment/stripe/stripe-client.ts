import Stripe from 'stripe';
import { AddressError } from '../../platform/net/guarded-fetch.ts';
import { GatewayUnanswered, type PaymentAccount, type PaymentContext } from '../payment-gateway.ts';

/** Fixed, so that an update of the package changes nothing in the meaning of answers. */
export const STRIPE_VERSION = '2026-10-28.endive';

const LIMITS = { limitBytes: 1024 * 1024, timeoutMs: 15_000 };

/** Stripe's own client, which asks through the guarded fetch. */
export function stripeClient(
  context: PaymentContext,
  { config }: PaymentAccount,
  { limitBytes } = LIMITS,
): Stripe {
  const ask = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { status, bytes, contentType } = await context.guardedFetch(String(url), {
      ...{ limitBytes, timeoutMs: LIMITS.timeoutMs },
      signal: context.signal,
      request: {
        method: init.method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' && { body: init.body }),
      },
    });
    return new Response(new Uint8Array(bytes), { status, headers: { 'content-type': contentType } });
  };
  return new Stripe(config.secret_key ?? '', {
    apiVersion: STRIPE_VERSION,
    httpClient: Stripe.createFetchHttpClient(ask),
    // A repetition is a matter of the order, which knows its number.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** Runs a call. @throws GatewayUnanswered */
export async function askStripe<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      const { statusCode = 0 } = error;
      const hasReason = statusCode >= 400 && statusCode < 500;
      throw new GatewayUnanswered(
        hasReason ? `Stripe answered: ${error.message.slice(0, 300)}` : 'Stripe cannot be reached.',
        { isRefusal: hasReason && saysNothingDone(error), cause: error },
      );
    }
    if (error instanceof AddressError || error instanceof SyntaxError)
      throw new GatewayUnanswered('Stripe cannot be reached.', { cause: error });
    throw error;
  }
}

/** A key that is in use, that was used with other values, or a limit of calls leave open what an earlier call has done. */
const saysNothingDone = ({ statusCode, rawType }: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  statusCode !== 409 && statusCode !== 429 && rawType !== undefined && rawType !== 'idempotency_error';

/** The number of an object, which Stripe shows as a whole or by its number. */
export const stripeIdOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');
