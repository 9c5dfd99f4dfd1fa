import type { GatewayError } from '../../platform/gateway-error.ts';
import type { ErrorFormat } from '../dialect.ts';
import { readUpstreamFailure, type UpstreamFailure } from '../upstream-failure.ts';

const OVERLOADED_STATUS = 529;

/** Types of errors by their status; others below 500 are faults of the request. */
const types: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [504, 'timeout_error'],
  [OVERLOADED_STATUS, 'overloaded_error'],
]);

const statusOfTypes: ReadonlyMap<string, number> = new Map([
  ...[...types].map(([status, type]) => [type, status] as const),
  ['invalid_request_error', 400],
]);

/** Clients shorten a conversation when they read these words. */
const TOO_LONG = 'prompt is too long';

/** Errors in the form of Anthropic's API. Source: Claude API reference, "Errors". */
export const anthropicErrors: ErrorFormat = {
  statusOf,
  body: (error, requestId) => JSON.stringify(errorOf(error, requestId)),
  event: (error, requestId) => `event: error\ndata: ${JSON.stringify(errorOf(error, requestId))}\n\n`,
  read: readFailure,
};

/** An event says by its type what it would have been. Source: Claude docs, "Streaming messages", error events. */
function readFailure(status: number, body: string): UpstreamFailure {
  const failure = readUpstreamFailure(status, body);
  if (status === 0) failure.status = statusOfTypes.get(failure.type) ?? failure.status;
  return failure;
}

function statusOf({ entry, code, parameters }: GatewayError): number {
  // Clients repeat a 429 by themselves: a balance that other calls hold may be free a moment later.
  if (code.startsWith('quota.') && parameters.retry_after !== undefined) return 429;
  return entry.status === 503 ? OVERLOADED_STATUS : entry.status;
}

function errorOf(error: GatewayError, requestId: string): object {
  const status = statusOf(error);
  const type = types.get(status) ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  const details = detailsOf(error);
  return {
    type: 'error',
    error: { type, message: messageOf(error), ...(details !== null && { details }) },
    request_id: requestId,
  };
}

/** Clients with threads send the whole conversation again, or go on without a thread, by these codes. */
function detailsOf({ code, parameters }: GatewayError): object | null {
  if (code === 'thread.not_found') return { error_code: 'thread_not_found' };
  if (code === 'thread.unsupported')
    return { error_code: 'thread_unsupported_request', unsupported: ['model'] };
  const { vendor_code, unsupported } = parameters;
  if (typeof vendor_code !== 'string') return null;
  return {
    error_code: vendor_code,
    ...(typeof unsupported === 'string' && { unsupported: unsupported.split(' ') }),
  };
}

function messageOf({ code, message, fields }: GatewayError): string {
  if (code === 'upstream.context_length' && !message.includes(TOO_LONG)) return `${TOO_LONG}: ${message}`;
  const details = fields.map(({ field, code: fault }) => `${field}: ${fault}`).join(', ');
  return details === '' ? message : `${message} (${details})`;
}
