import { type ChargeLine, chargeOf } from '../../billing/charge.ts';
import { inputTokensOf, noUsage, outputTokensOf } from '../../billing/usage.ts';
import { formatSettlement } from '../../db/settlement.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { IncomingMessage } from '../../platform/http-messages.ts';
import type { CallContext } from '../call-context.ts';
import { commonHeaders, jsonHeaders } from '../deliver/response-headers.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { buildMetadata, buildSettlement, type CallResult } from './build-settlement.ts';
import { abandonedUsage, likelyInput, noteHiddenTokens, type UsedTokens } from './used-tokens.ts';

/** A caller who is refused may go on sending for this long. */
const LINGER_MS = 2_000;

/** Bytes of text a token has, about, where nobody counted. */
const BYTES_A_TOKEN = 4;

/**
 * The one end of every call: takes the charge from what was held, keeps the settlement where it survives the
 * process, and only then lets the last bytes go.
 *
 * | The call …                                           | costs                                       |
 * |------------------------------------------------------|---------------------------------------------|
 * | was refused, or no channel answered                  | nothing                                     |
 * | was answered, with usage                             | what the usage says                         |
 * | was answered, without usage                          | what the gateway counts                     |
 * | was left by its caller, and its usage came at once   | what the usage says                         |
 * | was broken off after text had left                   | its input and the part that left, estimated |
 * | before that, by its caller, an upstream had taken it | its input, estimated (`ChargeAbandonedInput`) |
 * | before that, by its caller, no upstream had taken it | nothing                                     |
 * | before that, by the upstream, a time limit or a stop | nothing                                     |
 */
export async function settle(ctx: CallContext, needs: RelayNeeds): Promise<void> {
  let used: UsedTokens | null = null;
  try {
    if (ctx.hold !== null) used = await record(ctx, needs);
  } catch (error) {
    if (ctx.hold !== null) needs.quotaBook.release(ctx.hold);
    ctx.error = new GatewayError('settlement.backlog', {}, { cause: error });
    needs.report({ requestId: ctx.requestId, message: 'a settlement could not be kept', cause: error });
  }
  end(ctx, used, needs);
}

/** @returns what was charged for; null where nothing was */
async function record(ctx: CallContext, needs: RelayNeeds): Promise<UsedTokens | null> {
  const { quotaBook, outbox, clock, tokenCounter, callMeter, options } = needs;
  const { hold, group, route, delivery } = ctx;
  if (hold === null || group === null) return null;
  const used =
    reportedUsage(ctx) ?? (await countedUsage(ctx, tokenCounter)) ?? abandonedUsage(ctx, options());
  noteHiddenTokens(ctx, used, needs);
  const price = route?.price ?? null;
  const charge = used === null || price === null ? null : chargeOf(used.usage, price, group.ratio);
  const points = charge?.points ?? 0;
  const taken = quotaBook.settle(hold, points);
  if (used !== null && ctx.identity !== null) {
    callMeter.noteTokens(ctx.identity.userId, inputTokensOf(used.usage) + outputTokensOf(used.usage));
  }
  const result: CallResult = {
    usage: used?.usage ?? noUsage(),
    isEstimated: used?.isEstimated ?? false,
    taken,
    shortfall: points - taken.fromBalance,
    lines: charge?.lines ?? NO_LINES,
    nowMs: clock.nowMs(),
    durationMs: clock.monotonicMs() - ctx.startedAtMs,
  };
  try {
    quotaBook.recorded(hold, await outbox.append(settlementText(ctx, result)));
    return used;
  } catch (cause) {
    ctx.error = new GatewayError('settlement.backlog', {}, { cause });
    // What has left is charged as soon as it can be recorded; the caller does not get the rest.
    if (delivery?.hasLeft) {
      const text = settlementText(ctx, result);
      void outbox.appendWhenPossible(text).then((number) => quotaBook.recorded(hold, number));
    } else quotaBook.undo(hold, taken);
    throw cause;
  }
}

const settlementText = (ctx: CallContext, result: CallResult): string =>
  formatSettlement(buildSettlement(ctx, result), buildMetadata(ctx, result));

const NO_LINES: ChargeLine[] = [];

const isWhole = ({ error, delivery }: CallContext): boolean =>
  error === null && delivery?.isComplete === true;

/** @returns null where the upstream said nothing, or nothing of its answer has left */
function reportedUsage(ctx: CallContext): UsedTokens | null {
  const { delivery } = ctx;
  if (delivery === null || delivery.usage === null) return null;
  if (!isWhole(ctx) && !delivery.hasLeft) return null;
  // Some upstreams say the usage in the first event: what came after it is not part of it.
  const missing = Math.ceil(delivery.unreportedBytes / BYTES_A_TOKEN);
  if (missing === 0) return { usage: delivery.usage, isEstimated: false };
  const { textOutput } = delivery.usage;
  return { usage: { ...delivery.usage, textOutput: textOutput + missing }, isEstimated: true };
}

/** @returns null where nothing is charged */
async function countedUsage(
  ctx: CallContext,
  tokenCounter: RelayNeeds['tokenCounter'],
): Promise<UsedTokens | null> {
  const { delivery, facts } = ctx;
  if (delivery === null || facts === null) return null;
  const whole = isWhole(ctx);
  const { audioTokens, imageTokens } = delivery;
  if (!whole && (!delivery.hasLeft || delivery.textBytes + audioTokens + imageTokens === 0)) return null;
  const [counted, input] = whole
    ? await Promise.all([delivery.countOutput(), countInput(ctx, tokenCounter)])
    : [null, null];
  const usage = likelyInput(facts, input);
  // Read last: the text of a whole answer is measured where it is counted.
  usage.textOutput = counted ?? Math.ceil(delivery.textBytes / BYTES_A_TOKEN);
  usage.audioOutput = audioTokens;
  usage.imageOutput = imageTokens;
  return { usage, isEstimated: true };
}

/** @returns null where it cannot be counted, or the request was let go because its usage was expected */
async function countInput(
  { body, dialect }: CallContext,
  tokenCounter: RelayNeeds['tokenCounter'],
): Promise<number | null> {
  return body.length === 0 ? null : tokenCounter.count({ json: body, ...dialect.inputTexts });
}

/** Sends the last bytes, or the error. */
function end(ctx: CallContext, used: UsedTokens | null, { report }: RelayNeeds): void {
  const { response, request } = ctx.caller;
  try {
    ctx.heartbeat?.stop();
    if (response.destroyed || response.writableEnded) return;
    if (ctx.error === null) ctx.delivery?.finish(used?.usage ?? null);
    else if (ctx.delivery?.hasLeft) ctx.delivery.breakOff(ctx.error);
    else if (response.headersSent) endAfterBeats(ctx, ctx.error);
    else sendError(ctx, ctx.error);
  } catch (error) {
    report({ requestId: ctx.requestId, message: 'an answer could not be ended', cause: error });
    response.destroy();
  } finally {
    if (!request.complete) lingerOn(request);
  }
}

/** The header of success has left with a heartbeat, nothing of an answer has: a body that is whole would pass for one. */
function endAfterBeats({ caller, dialect, facts, requestId }: CallContext, error: GatewayError): void {
  if (facts?.stream) caller.response.end(dialect.errors.event(error, requestId));
  else caller.response.destroy();
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
  request.resume();
}

/** An error before the first byte: status and body of the caller's dialect. */
export function sendError(ctx: CallContext, error: GatewayError): void {
  const { caller, requestId } = ctx;
  const { errors } = ctx.dialect;
  const body = errors.body(error, requestId);
  const retryAfter = error.parameters.retry_after;
  // SDKs repeat a 429 by themselves; an empty balance is not filled by trying again, one that others hold may be free.
  const isFinal = error.code.startsWith('quota.') && retryAfter === undefined;
  const headers = [...commonHeaders(ctx), ...jsonHeaders];
  headers.push('content-length', String(Buffer.byteLength(body)));
  // For clients that know the catalogue: the dialect's own codes are coarser.
  headers.push('x-error-code', error.code);
  if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter));
  if (isFinal) headers.push('x-should-retry', 'false');
  caller.response.writeHead(errors.statusOf(error), headers);
  caller.response.end(body);
}
