import { isStorableText } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import { AddressError, type OutgoingRequest } from '../../platform/net/guarded-fetch.ts';
import type { ProviderDeps } from './sign-in-provider.ts';

/** Answers about one account are a few kilobytes; GitHub lists 100 addresses at most. */
export const PROVIDER_LIMITS = { limitBytes: 256 * 1024, timeoutMs: 8000 };

export interface ProviderAnswer {
  status: number;
  /** Null for anything but an object. */
  object: Record<string, unknown> | null;
  /** Null for anything but a list. */
  list: unknown[] | null;
}

/**
 * Asks a provider once.
 * @throws oauth.no_answer, oauth.private_network
 */
export async function askProvider(
  {
    guardedFetch,
    signal,
    allowPrivateNetwork = false,
  }: Pick<ProviderDeps, 'guardedFetch' | 'signal'> & { allowPrivateNetwork?: boolean },
  url: string,
  request: OutgoingRequest,
): Promise<ProviderAnswer> {
  try {
    const { status, bytes } = await guardedFetch(url, {
      ...PROVIDER_LIMITS,
      signal,
      request,
      allowPrivateNetwork,
    });
    const value = parseJson(bytes.toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return {
      status,
      object: isObject ? (value as Record<string, unknown>) : null,
      list: Array.isArray(value) ? value : null,
    };
  } catch (error) {
    throw toProviderError(error);
  }
}

/** A failed fetch as an error of the catalogue; any other error unchanged. */
export function toProviderError(error: unknown): unknown {
  if (!(error instanceof AddressError)) return error;
  const code = error.fault === 'private_network' ? 'oauth.private_network' : 'oauth.no_answer';
  return new GatewayError(code, {}, { cause: error });
}

/** The provider's answer lacks something. The reason is for the log. */
export const noAnswer = (reason: string, cause?: unknown): GatewayError =>
  new GatewayError('oauth.no_answer', {}, { cause: new Error(reason, { cause }) });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Source: OpenID Connect Core 1.0, section 2. */
const MAX_SUBJECT_LENGTH = 255;

/**
 * The provider's id of an account, exactly as it was sent: ids that differ by case or by a blank are other people.
 * @throws oauth.no_answer
 */
export function subjectFrom(value: unknown): string {
  const isUsable =
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= MAX_SUBJECT_LENGTH &&
    isStorableText(value);
  if (!isUsable) throw noAnswer('no usable id of the account');
  return value;
}

/** Members may be texts, numbers, of another kind or absent. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

export const formRequest = (fields: Record<string, string>): OutgoingRequest => ({
  method: 'POST',
  headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

export const bearerRequest = (token: string, accept = 'application/json'): OutgoingRequest => ({
  method: 'GET',
  headers: { accept, authorization: `Bearer ${token}` },
});
