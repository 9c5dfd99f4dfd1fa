import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import { throwAway } from '../../platform/memory/held-memory.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import { commonHeaders, jsonHeaders, streamHeadersOf } from '../answer/response-headers.ts';
import type { CallContext } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** A rejected caller may continue to send for this long. */
const LINGER_MS = 2_000;

/**
 * Sends the last bytes, or the error.
 * @param charged usage that the call was charged for
 */
export function endAnswer(
  ctx: CallContext,
  charged: Usage | null,
  { report }: Pick<RelayDeps, 'report'>,
): void {
  const { response, request } = ctx.caller;
  try {
    ctx.heartbeat?.stop();
    if (response.destroyed || response.writableEnded) return;
    if (ctx.error === null) ctx.sender?.finish(charged);
    else if (ctx.answer?.hasLeft) ctx.sender?.breakOff(ctx.error);
    else if (ctx.failedStream !== null && !OF_ACCOUNT.has(ctx.error.code))
      endAsItCame(ctx, ctx.failedStream, ctx.error);
    else if (response.headersSent) endAfterBeats(ctx, ctx.error);
    else sendError(ctx, ctx.error);
  } catch (error) {
    report({ requestId: ctx.requestId, message: 'an answer could not be ended', cause: error });
    response.destroy();
  } finally {
    if (!request.complete) lingerOn(request);
  }
}

/** Errors whose messages are about the operator's account. */
const OF_ACCOUNT: ReadonlySet<string> = new Set(['upstream.key_refused', 'upstream.out_of_credit']);

/** Ends with a vendor's stream that failed before its answer began. */
function endAsItCame(ctx: CallContext, stream: Buffer, { code }: GatewayError): void {
  const { response } = ctx.caller;
  if (!response.headersSent && ctx.facts !== null) {
    const headers = [...commonHeaders(ctx), ...streamHeadersOf(ctx.facts), 'x-error-code', code];
    response.writeHead(200, headers);
  }
  response.end(stream);
}

/**
 * Ends a call that has sent a success header and heartbeats, but no answer. The body must not look complete.
 */
function endAfterBeats({ caller, dialect, facts, requestId }: CallContext, error: GatewayError): void {
  const { errors } = dialect;
  if (!facts?.stream) caller.response.destroy();
  else if (facts.framing === 'json-array') caller.response.end(`[${errors.body(error, requestId)}]`);
  else caller.response.end(errors.event(error, requestId));
}

/**
 * Drains the request for a limited time. If the connection closed with the answer, a caller that is still
 * sending would see a broken connection instead of the answer.
 */
function lingerOn(request: IncomingMessage): void {
  const { socket } = request;
  setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, LINGER_MS).unref();
  request.on('error', () => {});
  throwAway(request);
}

/** Official SDKs ignore a longer wait than this and retry after their own short one. */
const LONGEST_WAIT_SECONDS = 60;

/** Sends an error before the first byte, with status and body of the caller's dialect. */
function sendError(ctx: CallContext, error: GatewayError): void {
  const { caller, requestId } = ctx;
  const { errors } = ctx.dialect;
  const body = errors.body(error, requestId);
  const retryAfter = error.parameters.retry_after;
  // SDKs retry a 429 automatically. A retry does not help with an empty balance, but may if other calls hold
  // the points.
  const isFinal =
    retryAfter === undefined ? error.code.startsWith('quota.') : Number(retryAfter) > LONGEST_WAIT_SECONDS;
  const headers = [...commonHeaders(ctx), ...jsonHeaders];
  headers.push('content-length', String(Buffer.byteLength(body)));
  // For clients that know the catalogue: the dialect's own codes are less specific.
  headers.push('x-error-code', error.code);
  if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter));
  if (isFinal) headers.push('x-should-retry', 'false');
  caller.response.writeHead(errors.statusOf(error), headers);
  caller.response.end(body);
}
