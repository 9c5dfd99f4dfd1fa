import { outputTokensOf } from '../../billing/usage.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { lowest } from '../../platform/lowest.ts';
import { type UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import { isSuccess, readFailure, toFailureError } from '../answer/read-failure.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import type { Attempt } from '../call/attempt.ts';
import type { AnsweredCall, RoutedCall } from '../call/call-context.ts';
import type { OpenedAnswer } from '../call/opened-answer.ts';
import { TOO_LONG } from '../learned/context-limits.ts';
import { failAttempt, startAttempt, takeBackAttempt } from '../learned/note-outcome.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { noteUnfit } from '../request/fits.ts';
import { learnMembers, otherMembersOf, writtenMembersOf } from '../request/written-members.ts';
import { AttemptGuard } from './attempt-guard.ts';
import { openAnswer } from './open-answer.ts';
import { sendRequest } from './send-request.ts';

/**
 * Calls the chosen channel and waits until the first bytes of an answer can be passed on.
 * @throws an error of the catalogue; nothing was sent to the caller then, so another channel may be tried. LossFound if
 * one may carry more of the request
 */
export async function dispatch(call: RoutedCall, deps: RelayDeps): Promise<AnsweredCall> {
  const attempt = startAttempt(call, deps);
  const heldBytes = call.bodyHold.bytes;
  call.isTaken = false;
  call.failedStream = null;
  let answer: UpstreamAnswer | null = null;
  const guard = guardOf(call, deps);
  call.attemptBreakOff = guard?.breakOff ?? null;
  try {
    answer = await askChannel(call, attempt, deps);
    const opened = await openAnswer(call, answer, deps);
    if (mayBeTriedElsewhere(call, deps) && isEmptyAnswer(call, opened, deps))
      throw new GatewayError('upstream.empty_answer');
    deps.breakers.close(call.route);
    const firstByteMs = deps.clock.monotonicMs() - call.startedAtMs;
    return Object.assign(call, { answer: opened, firstByteMs, isTaken: true });
  } catch (thrown) {
    if (attempt.isOutrun) {
      answer?.cancel();
      throw thrown;
    }
    const error = toUpstreamError(guard?.hasFired ? new UpstreamError('timeout', thrown) : thrown);
    call.isTaken =
      (guard?.hasFired !== true && wasTakenAndLeft(thrown)) || (answer !== null && isOfOwnMemory(error));
    answer?.cancel();
    if (answer === null && noteUnfit(call, error)) {
      takeBackAttempt(call, deps);
      throw error;
    }
    // The bytes read of a failed answer are no longer kept.
    call.bodyHold.resize(Math.min(heldBytes, call.bodyHold.bytes));
    failAttempt(call, { attempt, error }, deps);
    noteLength(call, error, deps);
    throw error;
  } finally {
    guard?.stop();
    attempt.durationMs = deps.clock.monotonicMs() - attempt.startedAtMs;
  }
}

/** The length of a call is not known here if it goes on from objects of the vendor, or has pictures or documents. */
function noteLength(call: RoutedCall, error: unknown, { contextLimits }: RelayDeps): void {
  const { boundTo, facts, route } = call;
  if (!(error instanceof GatewayError) || error.code !== TOO_LONG) return;
  if (boundTo === null && facts.named === undefined && facts.media === null) contextLimits.note(route, call);
}

/** Another channel is left for the call, and another attempt. */
const mayBeTriedElsewhere = ({ hasOtherChannel, attempts }: RoutedCall, { options }: RelayDeps): boolean =>
  hasOtherChannel && attempts.length <= options().retryTimes;

/** A whole answer has no first byte before its end, so only streams are guarded. */
function guardOf(call: RoutedCall, deps: RelayDeps): AttemptGuard | null {
  const { firstTokenSeconds } = deps.options();
  if (firstTokenSeconds === 0 || !call.facts.stream || !mayBeTriedElsewhere(call, deps)) return null;
  return new AttemptGuard(call.breakOff, firstTokenSeconds * 1000);
}

/** The answer is over, nothing in it was made, and no filter withheld it. */
function isEmptyAnswer({ dialect }: RoutedCall, answer: OpenedAnswer, { options }: RelayDeps): boolean {
  if (!options().retriesEmptyAnswers || dialect.operation.kind !== 'conversation') return false;
  if (!answer.isComplete || answer.isFiltered || !answer.isEmpty()) return false;
  return answer.usage === null || outputTokensOf(answer.usage) === 0;
}

const wasTakenAndLeft = (thrown: unknown): boolean =>
  thrown instanceof UpstreamError && thrown.fault === 'cancelled' && thrown.wasSent;

/** The caller's other calls use all of its memory, so the answer is not at fault. */
const isOfOwnMemory = (error: unknown): boolean =>
  error instanceof GatewayError && error.code === 'rate.body_bytes';

/** A request may be refused for a member's name, then for its value, and then as too large for this input. */
const MAX_SENDS = 3;

/**
 * Sends the request, and repeats it if only a member that the gateway wrote was refused.
 * @returns a successful answer
 */
async function askChannel(call: RoutedCall, attempt: Attempt, deps: RelayDeps): Promise<UpstreamAnswer> {
  const { route, form } = call;
  const { channel } = route;
  const first = writtenMembersOf(call, deps);
  let written = first;
  for (let sends = 1; ; sends += 1) {
    const answer = await sendRequest(call, written, deps);
    attempt.status = answer.status;
    if (isSuccess(answer)) {
      const { maxOutputTokens, hasDefaultLimit } = call.facts;
      const named = hasDefaultLimit ? null : maxOutputTokens;
      call.sentLimit = lowest(written.outputLimit?.tokens ?? null, named);
      if (written !== first) learnMembers(call, { taken: written, refused: first }, deps);
      return answer;
    }
    const failure = await readFailure(answer, form);
    const other = sends < MAX_SENDS ? otherMembersOf(call, { written, first }, failure) : null;
    if (other === null) throw toFailureError(failure, answer, { channel, form });
    written = other;
  }
}
