import type { Failure } from '@turnpike/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../platform/gateway-error.ts';
import type { Log } from '../platform/log.ts';

/** Codes of Fastify's own errors, as the catalogue calls them. */
const codesOfFastify: ReadonlyMap<string, GatewayError['code']> = new Map(
  Object.entries({
    FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
    FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed_json',
    FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed_json',
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.invalid',
    FST_ERR_BAD_URL: 'request.not_found',
    FST_ERR_NOT_FOUND: 'request.not_found',
  }),
);

/**
 * Errors of a database that cannot serve now: network faults, and PostgreSQL while it starts, stops or aborts
 * (57, 08). PostgreSQL may also refuse connections (55000), this user (28) or writes (25006), or lack memory,
 * connections or disk space (53, 58030).
 * Source: PostgreSQL, "Error Codes".
 */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN|25006|55000|57P0[1-5]|57014|58030|(08|28|53)\w{3})$/;
const POOL_IS_WAITING =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;
/**
 * SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN: a lock of somebody else, or the disk.
 * Source: sqlite.org, "Result and Error Codes".
 */
const SQLITE_UNAVAILABLE_CODES: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 13, 14]);

/**
 * Whatever a route threw, as an error of the catalogue.
 * @param path of the request, for an error that names it
 */
export function toFailure(error: unknown, path = ''): GatewayError {
  if (error instanceof GatewayError) return error;
  const {
    code = '',
    message = '',
    statusCode = 500,
    errcode = 0,
  } = error as Partial<Record<'code' | 'message', string>> & {
    statusCode?: number;
    errcode?: number;
  };
  const known = codesOfFastify.get(code);
  if (known !== undefined) return new GatewayError(known, { path }, { cause: error });
  // Fastify's JSON reader throws a plain SyntaxError with a status.
  if (error instanceof SyntaxError && statusCode === 400) return new GatewayError('request.malformed_json');
  if (statusCode >= 400 && statusCode < 500) return new GatewayError('request.invalid', {}, { cause: error });
  const isUnavailable =
    UNREACHABLE.test(code) ||
    POOL_IS_WAITING.test(message) ||
    // The low byte is the kind of an extended code.
    SQLITE_UNAVAILABLE_CODES.has(errcode & 0xff);
  return new GatewayError(isUnavailable ? 'gateway.unavailable' : 'gateway.internal', {}, { cause: error });
}

const MAX_SHOWN_PATH_LENGTH = 200;

/** The path of a request as an error shows it, without its query. */
export const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string =>
  (url.split('?', 1)[0] ?? '').slice(0, MAX_SHOWN_PATH_LENGTH);

/** Answers an error in the envelope. Its cause is for the log only. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log) {
  const { code, entry, message, fields, parameters, cause } = toFailure(error, pathOf(request));
  if (entry.status >= 500) {
    log.error({ requestId: request.id, code, err: cause ?? error }, 'a management call failed');
  }
  if (typeof parameters.retryAfterSeconds === 'number')
    reply.header('retry-after', parameters.retryAfterSeconds);
  const failure: Failure = {
    success: false,
    message,
    code,
    request_id: request.id,
    ...(typeof parameters.action === 'string' && { action: parameters.action }),
    ...(typeof parameters.proof === 'string' && { proof: parameters.proof }),
    ...(fields.length > 0 && { fields: [...fields] }),
  };
  return reply
    .code(entry.status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failure);
}
