import type { GatewayError } from '../../platform/gateway-error.ts';
import type { ErrorFormat } from '../dialect.ts';
import { readUpstreamFailure, statusInCode, type UpstreamFailure } from '../upstream-failure.ts';

/** Source: google.rpc.Code, and how it maps to HTTP (google/rpc/code.proto). */
const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  412: 'FAILED_PRECONDITION',
  413: 'INVALID_ARGUMENT',
  422: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};
const TYPE_PREFIX = 'type.googleapis.com/google.rpc.';
/** A vendor's text behind this says nothing new. */
const MAX_MEMBER_LENGTH = 8_192;

/** Errors as Google's APIs tell them. Source: Google AIP-193, "Errors"; docs/reference/errors.md. */
export const geminiErrors: ErrorFormat = {
  statusOf,
  body: (error, requestId) => JSON.stringify({ error: errorObject(error, requestId) }),
  event: (error, requestId) => `data: ${JSON.stringify({ error: errorObject(error, requestId) })}\n\n`,
  read: readGeminiFailure,
};

/** A balance that other calls hold is free again soon; an empty one is not. */
function statusOf({ code, entry, parameters }: GatewayError): number {
  return code.startsWith('quota.') && parameters.retry_after !== undefined ? 429 : entry.status;
}

function errorObject(error: GatewayError, requestId: string) {
  const status = statusOf(error);
  const fields = error.fields.map(({ field, code }) => `${field}: ${code}`).join(', ');
  const retryAfter = error.parameters.retry_after;
  const violations = error.fields.map(({ field, code }) => ({ field, description: code }));
  const details = [
    { '@type': `${TYPE_PREFIX}ErrorInfo`, reason: error.code, domain: 'gateway', metadata: { requestId } },
    ...(violations.length === 0
      ? []
      : [{ '@type': `${TYPE_PREFIX}BadRequest`, fieldViolations: violations }]),
    ...(retryAfter === undefined
      ? []
      : [{ '@type': `${TYPE_PREFIX}RetryInfo`, retryDelay: `${retryAfter}s` }]),
  ];
  return {
    code: status,
    message: `${error.message}${fields === '' ? '' : ` (${fields})`} [${requestId}]`,
    status: statuses[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL'),
    details,
  };
}

interface GoogleError {
  code?: unknown;
  message?: unknown;
  status?: unknown;
  details?: unknown;
}

interface Detail {
  '@type'?: unknown;
  reason?: unknown;
  retryDelay?: unknown;
  fieldViolations?: unknown;
}

/** Reads `{"error": {…}}`, or the same as the only element of a list, as streams answer. */
function readGeminiFailure(status: number, body: string): UpstreamFailure {
  const error = parseError(body);
  if (error === null || typeof error.status !== 'string') return readUpstreamFailure(status, body);
  const details = Array.isArray(error.details) ? error.details.filter(isObject) : [];
  const detailOf = (name: string): Detail | undefined =>
    details.find((detail: Detail) => detail['@type'] === TYPE_PREFIX + name);
  const retryAfterSeconds = secondsOf(detailOf('RetryInfo')?.retryDelay);
  return {
    status: status === 0 ? statusInCode(error.code) : status,
    code: error.status.slice(0, MAX_MEMBER_LENGTH),
    type: textOf(detailOf('ErrorInfo')?.reason),
    message: textOf(error.message),
    param: fieldOf(detailOf('BadRequest')?.fieldViolations),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  };
}

function parseError(body: string): GoogleError | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    const { error } = (first ?? {}) as { error?: unknown };
    return isObject(error) ? error : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_MEMBER_LENGTH) : '';

/** A duration of Google's JSON, as `34.4s`. */
function secondsOf(value: unknown): number | null {
  const seconds =
    typeof value === 'string' && /^\d+(\.\d+)?s$/.test(value) ? Number(value.slice(0, -1)) : NaN;
  return Number.isFinite(seconds) ? seconds : null;
}

const BOUND = /(^|\.)max_?output_?tokens$/i;

/** The first field that is named as wrong; the bound of an answer by the name that requests have for it. */
function fieldOf(violations: unknown): string {
  if (!Array.isArray(violations)) return '';
  const field = textOf((violations[0] as { field?: unknown } | undefined)?.field);
  return BOUND.test(field) ? 'maxOutputTokens' : field;
}
