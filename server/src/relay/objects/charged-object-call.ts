import { releaseCounts } from '../../billing/count-hold.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import { causeOf, toUpstreamError } from '../answer/upstream-error.ts';
import type { Announcement } from '../batches/announce-batch.ts';
import type { IdentifiedCall, QuotedCall } from '../call/call-context.ts';
import { HeldSender } from '../deliver/held-sender.ts';
import { endingOf } from '../journey.ts';
import { noteFailure, noteSuccess, startAttempt } from '../learned/note-outcome.ts';
import { type KeepingChannel, keepingChannel } from '../raw/send-raw.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { take } from '../select/select-channel.ts';
import { settle } from '../settle/settle-call.ts';
import { askKeeper, noteShown, type OwnedRequest } from './ask-keeper.ts';
import { ObjectAnswer } from './object-answer.ts';
import { quoteObject } from './quote-object.ts';

const MAX_ANSWER_BYTES = 2 ** 20;

/**
 * Handles a call that creates an object at a vendor, or whose class is charged like that. It is priced, held,
 * logged and charged like a model call, under the name of the class's price. It never throws: the call ends
 * in its settlement.
 */
export async function chargedObjectCall(
  call: IdentifiedCall,
  request: OwnedRequest & { priceName: string },
  deps: RelayDeps,
): Promise<void> {
  try {
    const quoted = await quoteObject(call, request, deps);
    const making = request.action.creates === 'batch' ? makeBatch : makeAnywhere;
    const made = await making(quoted, request, deps);
    call.answer = made;
    call.sender = new HeldSender(call, made);
  } catch (error) {
    call.error = endingOf(call, toUpstreamError(error));
  }
  await settle(call, deps);
}

async function makeAnywhere(call: QuotedCall, request: OwnedRequest, deps: RelayDeps): Promise<ObjectAnswer> {
  for (;;) {
    try {
      return await make(call, { request }, deps);
    } catch (error) {
      if (!mayTryAnother(call, error, deps)) throw error;
    }
  }
}

/** Only the account that has its file can start a batch. */
async function makeBatch(call: QuotedCall, request: OwnedRequest, deps: RelayDeps): Promise<ObjectAnswer> {
  // Loaded with the first batch.
  const [{ announceBatch }, { readyBatch }] = await Promise.all([
    import('../batches/announce-batch.ts'),
    import('../batches/batch-call.ts'),
  ]);
  const ready = await readyBatch(call, request, deps);
  const announce = (channel: KeepingChannel) => announceBatch(call, { channel, ready }, deps);
  try {
    return await make(call, { request, announce }, deps);
  } finally {
    // After the announcement, the points are already set aside.
    deps.quotaBook.release(ready.hold);
    if (ready.counts !== null) releaseCounts(ready.counts);
  }
}

/** An object to create. */
interface Making {
  request: OwnedRequest;
  /** Records it before the vendor is asked to create it; absent if there is no cost beyond the creation. */
  announce?(channel: KeepingChannel): Promise<Announcement>;
}

/** @throws the error of the vendor or the network */
async function make(call: QuotedCall, { request, announce }: Making, deps: RelayDeps): Promise<ObjectAnswer> {
  const route = take(call, { routes: call.routes.filter((one) => isUntried(call, one)) }, deps);
  const routed = Object.assign(call, { route });
  const channel = keepingChannel(route.channel);
  if (channel === null) throw new GatewayError('channel.none_available');
  const announced = await announce?.(channel);
  const attempt = startAttempt(routed, deps);
  call.bodyHold ??= deps.bodyBudget.open(call.identity.userId);
  try {
    const answer = await askKeeper(call, channel, request, deps, new BreakOff());
    attempt.status = answer.status;
    const json = channel.secrets.clean(
      await collectAnswer(answer, { maxBytes: MAX_ANSWER_BYTES, hold: call.bodyHold }),
    );
    await announced?.made(json);
    await noteShown(call, { action: request.action, channel, json }, deps);
    call.isTaken = true;
    noteSuccess(routed, deps);
    return new ObjectAnswer(json);
  } catch (thrown) {
    const error = toGatewayError(toUpstreamError(thrown));
    attempt.code = error.code;
    attempt.message = causeOf(error, channel);
    noteFailure(routed, error, deps);
    await announced?.failed(error);
    throw error;
  } finally {
    attempt.durationMs = deps.clock.monotonicMs() - attempt.startedAtMs;
  }
}

const isUntried = ({ attempts }: QuotedCall, { channel }: Route): boolean =>
  !attempts.some(({ channelId, keyId }) => channelId === channel.id && keyId === channel.keyId);

function mayTryAnother(call: QuotedCall, error: unknown, { options, clock }: RelayDeps): boolean {
  if (!(error instanceof GatewayError) || error.entry.otherChannel !== true) return false;
  const { retryTimes, retryTimeOutSeconds } = options();
  if (call.breakOff.isBroken || call.attempts.length > retryTimes) return false;
  if (clock.monotonicMs() - call.startedAtMs > retryTimeOutSeconds * 1000) return false;
  return call.routes.some((route) => isUntried(call, route));
}
