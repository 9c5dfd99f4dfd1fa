import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { type UpstreamAnswer, UpstreamError, type UpstreamFault } from '../../platform/upstream-answer.ts';
import type { Attempt, CallContext, Delivery } from '../call-context.ts';
import { ConvertedDelivery } from '../deliver/converted-delivery.ts';
import { StreamDelivery } from '../deliver/stream-delivery.ts';
import { WholeDelivery } from '../deliver/whole-delivery.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { noteFailure } from '../select/note-outcome.ts';
import { callChannel } from './call-channel.ts';
import { convertRequest } from './convert-request.ts';
import { readFailure, toFailureError, VendorError } from './read-failure.ts';
import { textForOperator } from './vendor-text.ts';
import { learnMembers, otherMembersOf, type WrittenMembers, writtenMembersOf } from './written-members.ts';

const faultCodes = {
  unreachable: 'upstream.unreachable',
  timeout: 'upstream.timeout',
  broken: 'upstream.broken_answer',
  private_network: 'upstream.unreachable',
  cancelled: 'caller.left',
} as const satisfies Record<UpstreamFault, string>;

/** An upstream's fault as an error of the catalogue. */
export const toUpstreamError = (error: unknown): unknown =>
  error instanceof UpstreamError ? new GatewayError(faultCodes[error.fault], {}, { cause: error }) : error;

/**
 * Calls the chosen channel and waits until the first bytes of an answer are there to be passed on.
 * @throws an error of the catalogue; nothing has left to the caller then, so another channel may be tried
 */
export async function dispatch(ctx: CallContext, needs: RelayNeeds): Promise<void> {
  const { route } = ctx;
  if (route === null) throw new Error('dispatch comes after select');
  const startedAtMs = needs.clock.monotonicMs();
  const attempt = { channelId: route.channel.id, status: 0, code: '', message: '', durationMs: 0 };
  ctx.attempts.push(attempt);
  ctx.isTaken = false;
  let answer: UpstreamAnswer | null = null;
  try {
    answer = await askChannel(ctx, attempt, needs);
    ctx.delivery = await openDelivery(ctx, answer, needs);
    ctx.isTaken = true;
    ctx.firstByteMs = needs.clock.monotonicMs() - ctx.startedAtMs;
  } catch (thrown) {
    const error = toUpstreamError(thrown);
    ctx.isTaken = thrown instanceof UpstreamError && thrown.fault === 'cancelled' && thrown.wasSent;
    answer?.cancel();
    attempt.code = error instanceof GatewayError ? error.code : 'gateway.internal';
    attempt.message = causeOf(error, route.channel);
    noteFailure(ctx, error, needs);
    needs.report({
      requestId: ctx.requestId,
      message: `channel ${route.channel.id}: ${attempt.code}`,
      cause: attempt.message,
    });
    throw error;
  } finally {
    attempt.durationMs = needs.clock.monotonicMs() - startedAtMs;
  }
}

/** What happened, as administrators read it in the log row: the vendor's text, or what the network said. */
function causeOf(error: unknown, channel: RoutingChannel): string {
  const { cause } = error as Error;
  if (cause instanceof VendorError) return cause.message;
  const origin = cause instanceof UpstreamError ? cause.cause : cause;
  return origin instanceof Error ? textForOperator(origin.message, channel) : '';
}

/**
 * Sends the request; once more where only a member was refused that the gateway wrote.
 * @returns an answer of success
 */
async function askChannel(ctx: CallContext, attempt: Attempt, needs: RelayNeeds): Promise<UpstreamAnswer> {
  const { route, form } = ctx;
  if (route === null || form === null) throw new Error('dispatch comes after select');
  const { channel } = route;
  const { errors } = form.dialect;
  const written = writtenMembersOf(ctx, needs);
  const answer = await send(ctx, written, needs);
  attempt.status = answer.status;
  if (isSuccess(answer)) return answer;
  const failure = await readFailure(answer, errors);
  const other = otherMembersOf(ctx, written, failure);
  if (other === null) throw toFailureError(failure, answer, { channel, form });

  const second = await send(ctx, other, needs);
  attempt.status = second.status;
  if (!isSuccess(second)) throw toFailureError(await readFailure(second, errors), second, { channel, form });
  learnMembers(route, { taken: other, refused: written }, needs);
  return second;
}

const isSuccess = ({ status }: UpstreamAnswer): boolean => status >= 200 && status <= 299;

function send(
  ctx: CallContext,
  written: WrittenMembers,
  needs: RelayNeeds,
): UpstreamAnswer | Promise<UpstreamAnswer> {
  ctx.converted = null;
  return ctx.form?.dialect === ctx.dialect
    ? sendBody(ctx, passRequest(ctx, written), needs)
    : convertRequest(ctx, written, needs).then((body) => sendBody(ctx, body, needs));
}

function sendBody(
  { route, form, facts, caller, breakOff }: CallContext,
  body: Buffer,
  { upstreams }: RelayNeeds,
): UpstreamAnswer | Promise<UpstreamAnswer> {
  if (route === null || form === null || facts === null) throw new Error('dispatch comes after select');
  const { channel, upstreamModel } = route;
  const request = { form, upstreamModel, stream: facts.stream, body, headers: caller.request.headers };
  return callChannel(channel, request, { upstreams, breakOff });
}

function passRequest(ctx: CallContext, written: WrittenMembers): Buffer {
  const { route, facts, scan, dialect, address, body } = ctx;
  if (route === null || facts === null || scan === null) throw new Error('dispatch comes after select');
  const { upstreamModel } = route;
  return dialect.passRequest({ address, body, scan }, facts, { upstreamModel, ...written });
}

function openDelivery(ctx: CallContext, answer: UpstreamAnswer, needs: RelayNeeds): Promise<Delivery> {
  if (ctx.facts?.stream) return StreamDelivery.open(ctx, answer, needs);
  return ctx.converted === null
    ? WholeDelivery.open(ctx, answer, needs)
    : ConvertedDelivery.open(ctx, answer, needs);
}
