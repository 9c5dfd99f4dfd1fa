import {
  AddressError,
  type Fetched,
  type FetchLimits,
  type OutgoingRequest,
} from '../platform/net/guarded-fetch.ts';
import { GatewayUnanswered, type PaymentAccount, type PaymentContext } from './payment-gateway.ts';

const LIMITS = { limitBytes: 256 * 1024, timeoutMs: 10_000 };
const FILE_LIMITS = { limitBytes: 32 * 1024 * 1024, timeoutMs: 120_000 };

export interface GatewayReply {
  status: number;
  /** Null for anything but a JSON object. */
  object: Record<string, unknown> | null;
  text: string;
  headers: Fetched['headers'];
}

type Means = Pick<PaymentContext, 'guardedFetch' | 'signal'>;
type Reachable = Pick<PaymentAccount, 'allowPrivate'>;

/** Asks a payment company once. @throws GatewayUnanswered */
export async function askGateway(
  means: Means,
  account: Reachable,
  url: string,
  request: OutgoingRequest,
): Promise<GatewayReply> {
  const { status, bytes, headers } = await fetchFrom(means, account, url, { ...LIMITS, request });
  const text = bytes.toString('utf8');
  return { status, object: toObject(text), text, headers };
}

/** Downloads a file of a payment company, at most 32 MiB in two minutes. @throws GatewayUnanswered */
export async function downloadFile(
  means: Means,
  account: Reachable,
  url: string,
  request: OutgoingRequest,
): Promise<Buffer> {
  const { status, bytes } = await fetchFrom(means, account, url, { ...FILE_LIMITS, request });
  if (status !== 200) throw new GatewayUnanswered(`The gateway did not send the file: status ${status}.`);
  return bytes;
}

async function fetchFrom(
  { guardedFetch, signal }: Means,
  { allowPrivate }: Reachable,
  url: string,
  limits: Pick<FetchLimits, 'limitBytes' | 'timeoutMs' | 'request'>,
): Promise<Fetched> {
  try {
    return await guardedFetch(url, { ...limits, signal, allowPrivateNetwork: allowPrivate });
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
