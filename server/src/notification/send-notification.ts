import { notificationServices } from '@turnpike/contract';
import { AddressError, type GuardedFetch } from '../platform/net/guarded-fetch.ts';
import { removeValues } from '../platform/text/remove-values.ts';
import type { NotificationMessage, ServiceValues } from './notification-service.ts';
import { type HttpServiceType, notificationServiceCode } from './service-registry.ts';

const LIMITS = { limitBytes: 64 * 1024, timeoutMs: 10_000 };
const MAX_ANSWER_LENGTH = 300;

export interface SentTo {
  type: HttpServiceType;
  values: ServiceValues;
  /** Its server may be in a private network. */
  allowPrivate: boolean;
}

export interface SendResult {
  isSent: boolean;
  /** Words of the server, or why there were none; without secrets. */
  answer: string;
}

/** Sends a message once. No redirect is followed. */
export async function sendNotification(
  { guardedFetch, nowMs, signal }: { guardedFetch: GuardedFetch; nowMs: number; signal: AbortSignal },
  { type, values, allowPrivate }: SentTo,
  message: NotificationMessage,
): Promise<SendResult> {
  const service = notificationServiceCode[type];
  const { url, ...request } = service.toRequest(message, values, nowMs);
  let result: SendResult;
  try {
    const given = { method: 'POST', ...request } as const;
    const limits = { ...LIMITS, signal, request: given, allowPrivateNetwork: allowPrivate };
    const { status, bytes } = await guardedFetch(url, limits);
    const text = bytes.toString('utf8');
    const failure = service.readAnswer({ status, text });
    result = { isSent: failure === null, answer: failure ?? `${status} ${text}` };
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    result = { isSent: false, answer: faultText(error) };
  }
  return { ...result, answer: shown(result.answer, secretsOf(type, values)) };
}

const secretsOf = (type: HttpServiceType, values: ServiceValues): string[] =>
  notificationServices[type].fields
    .filter(({ isSecret }) => isSecret)
    .map(({ name }) => values[name] ?? '')
    .filter((value) => value !== '');

/** PostgreSQL stores no text with a zero character. */
const shown = (answer: string, secrets: readonly string[]): string =>
  removeValues(
    answer
      .slice(0, 10 * MAX_ANSWER_LENGTH)
      .replace(/[\s\p{Cc}\uFFFD]+/gu, ' ')
      .trim()
      .toWellFormed(),
    secrets,
  ).slice(0, MAX_ANSWER_LENGTH);

/** Certificates and silence are named; a refused port is not, because it would say what runs at an address. */
function faultText({ fault, cause }: AddressError): string {
  if (fault === 'too_large') return 'The answer is too large.';
  if (fault === 'private_network') return 'The address is in a private network, which is not allowed.';
  const { name = '', code = '' } = (cause ?? {}) as { name?: string; code?: unknown };
  if (name === 'TimeoutError') return `No answer within ${LIMITS.timeoutMs / 1000} seconds.`;
  return typeof code === 'string' && /CERT|SELF_SIGNED|ERR_TLS/.test(code)
    ? `The certificate is not valid: ${code}.`
    : 'The server cannot be reached.';
}
