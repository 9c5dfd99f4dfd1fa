import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import { throwAway } from '../../platform/held-memory.ts';
import type { IncomingMessage } from '../../platform/http-messages.ts';
import type { CallContext } from '../call-context.ts';
import { commonHeaders, jsonHeaders, streamHeadersOf } from '../deliver/response-headers.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** A caller who is refused may go on sending for this long. */
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
    if (ctx.error === null) ctx.delivery?.finish(charged);
    else if (ctx.delivery?.hasLeft) ctx.delivery.breakOff(ctx.error);
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

/** Their words are about the operator's account. */
const OF_ACCOUNT: ReadonlySet<string> = new Set(['upstream.key_refused', 'upstream.out_of_credit']);

/** A vendor's stream that failed before its answer began. */
function endAsItCame(ctx: CallContext, stream: Buffer, { code }: GatewayError): void {
  const { response } = ctx.caller;
  if (!response.headersSent && ctx.facts !== null) {
    const headers = [...commonHeaders(ctx), ...streamHeadersOf(ctx.facts), 'x-error-code', code];
    response.writeHead(200, headers);
  }
  response.end(stream);
}

/** The header of success has left with a heartbeat, nothing of an answer has: a body that is whole would pass for one. */
function endAfterBeats({ caller, dialect, facts, requestId }: CallContext, error: GatewayError): void {
  const { errors } = dialect;
  if (!facts?.stream) caller.response.destroy();
  else if (facts.framing === 'json-array') caller.response.end(`[${errors.body(error, requestId)}]`);
  else caller.response.end(errors.event(error, requestId));
}

/**
 * Reads away what a caller is still sending, but not for ever. The connection is not closed with the answer: a caller
 * in the middle of a body would see it break, and never the answer.
 */
function lingerOn(request: IncomingMessage): void {
  const { socket } = request;
  setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, LINGER_MS).unref();
  request.on('error', () => {});
  throwAway(request);
}

/** Official SDKs try again after their own short wait where they are told a longer one than this. */
const LONGEST_WAIT_SECONDS = 60;

/** An error before the first byte: status and body of the caller's dialect. */
function sendError(ctx: CallContext, error: GatewayError): void {
  const { caller, requestId } = ctx;
  const { errors } = ctx.dialect;
  const body = errors.body(error, requestId);
  const retryAfter = error.parameters.retry_after;
  // SDKs repeat a 429 by themselves; an empty balance is not filled by trying again, one that others hold may be free.
  const isFinal =
    retryAfter === undefined ? error.code.startsWith('quota.') : Number(retryAfter) > LONGEST_WAIT_SECONDS;
  const headers = [...commonHeaders(ctx), ...jsonHeaders];
  headers.push('content-length', String(Buffer.byteLength(body)));
  // For clients that know the catalogue: the dialect's own codes are coarser.
  headers.push('x-error-code', error.code);
  if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter));
  if (isFinal) headers.push('x-should-retry', 'false');
  caller.response.writeHead(errors.statusOf(error), headers);
  caller.response.end(body);
}
