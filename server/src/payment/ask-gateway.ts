import { AddressError, type Fetched, type OutgoingRequest } from '../platform/guarded-fetch.ts';
import { GatewayUnanswered, type PaymentAccount, type PaymentContext } from './payment-gateway.ts';

const LIMITS = { limitBytes: 256 * 1024, timeoutMs: 10_000 };

export interface GatewayReply {
  status: number;
  /** Null for anything but a JSON object. */
  object: Record<string, unknown> | null;
  text: string;
  headers: Fetched['headers'];
}

/** Asks a payment company once. @throws GatewayUnanswered */
export async function askGateway(
  { guardedFetch, signal }: Pick<PaymentContext, 'guardedFetch' | 'signal'>,
  { allowPrivate }: Pick<PaymentAccount, 'allowPrivate'>,
  url: string,
  request: OutgoingRequest,
): Promise<GatewayReply> {
  try {
    const { status, bytes, headers } = await guardedFetch(url, {
      ...LIMITS,
      signal,
      request,
      allowPrivateNetwork: allowPrivate,
    });
    const text = bytes.toString('utf8');
    return { status, object: toObject(text), text, headers };
  } catch (error) {
    if (error instanceof AddressError) throw new GatewayUnanswered(faults[error.fault], { cause: error });
    throw error;
  }
}

const faults = {
  unreachable: 'The gateway cannot be reached.',
  too_large: 'The answer of the gateway is too large.',
  private_network: 'The address is in a private network, which is not allowed for this gateway.',
} as const;

function toObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Members may be texts, numbers, of another kind or absent. */
export const memberText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

export const formBody = (fields: Record<string, string>): OutgoingRequest => ({
  method: 'POST',
  headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});
