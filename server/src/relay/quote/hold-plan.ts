import type { Hold } from '../../billing/account.ts';
import type { LeftPoints } from '../../billing/hold.ts';
import { thinksUnseen } from '../../dialects/unseen-thinking.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import { likelyInputUse, maxQuote, mostUse } from '../cost/estimate-call.ts';
import { namedLimit } from '../cost/named-limit.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { affordableTokens, mostCost, pointsForAnswer, shortestAnswer } from './call-cost.ts';

/** No model writes longer answers. */
const LONGEST_ANSWER = 131_072;
/** The text of a call is counted if its most may cost more than this part of what is left: counting takes time. */
const UNCOUNTED_PART = 1 / 2;

/**
 * Kinds of answers:
 *
 * - `limited`: its caller named a limit. The cost of the limit is held.
 * - `growing`: a stream without a limit, whose text is seen. A usual answer is held, and the hold grows with the text. The
 *   answer is bounded to all that its payers have.
 * - `open`: a whole answer or hidden thinking, without a limit. `min(longest, free / (calls in flight + 2))` is held, and
 *   the answer is bounded to that. One that no bound can be written for, such as a compaction, holds the same, and at
 *   least `DefaultOutputTokens` or what such answers recently took.
 *
 * Nothing is bounded where the hold pays for the longest answer. Near the end of a balance, every answer is bounded to
 * what is left.
 */
export type AnswerKind = 'limited' | 'growing' | 'open';

export function answerKind(
  { facts, routes }: AcceptedCall,
  { traits }: Pick<RelayDeps, 'traits'>,
): AnswerKind {
  if (namedLimit(facts) !== null) return 'limited';
  const isSeen =
    facts.stream &&
    facts.asksThinking !== true &&
    !routes.some((route) => thinksUnseen(route.upstreamModel) || traits.of(route).thinksUnseen);
  return isSeen ? 'growing' : 'open';
}

export const mayStayUncounted = (most: number, { available }: LeftPoints): boolean =>
  most <= available * UNCOUNTED_PART;

/**
 * Returns the points to hold for a call.
 * @param expected cost of the limit, or of a usual answer
 */
export function pointsToHold(
  call: AcceptedCall,
  { kind, expected, left }: { kind: AnswerKind; expected: number; left: LeftPoints },
  deps: RelayDeps,
): number {
  if (kind !== 'open') return expected;
  const share = Math.floor(left.available / (left.calls + 2));
  return Math.max(expected, Math.min(longestCost(call, deps), share));
}

/**
 * Returns the bound of an answer in tokens; null if none is needed, or the answer cannot be bounded.
 * @param least cost of the shortest input with the answer that is asked for
 */
export function boundOf(
  call: AcceptedCall,
  { kind, hold, least, left }: { kind: AnswerKind; hold: Hold; least: number; left: LeftPoints },
  deps: RelayDeps,
): number | null {
  // Near the end of a balance, every answer is bounded to what the rest pays for.
  if (hold.points < least)
    return longestAnswerFor(call, pointsForAnswer(call, hold.points, inputUse(call, deps)), deps);
  if (kind === 'limited' || !call.facts.canBeBounded) return null;
  if (kind === 'open') {
    if (hold.points >= longestCost(call, deps)) return null;
    return longestAnswerFor(call, pointsForAnswer(call, hold.points, besideAnswer(call, deps)), deps);
  }
  // It is watched, but much of it may arrive at once. Tokens that the upstream adds beyond limits are not deducted:
  // nothing would be left of a small amount.
  const { availableAlone } = left;
  if (!deps.options().stopsUnpaidAnswers || availableAlone >= longestCost(call, deps)) return null;
  const input = maxQuote(call, (route) => ({ ...inputUse(call, deps)(route), outputTokens: 0 }));
  return longestAnswerFor(call, availableAlone - input, deps);
}

/** Whether the hold of a stream grows with its text: its answer is not held as a whole, nor bounded to the hold. */
export const isWatched = (
  { facts }: AcceptedCall,
  {
    kind,
    hold,
    least,
    outputLimit,
  }: { kind: AnswerKind; hold: Hold; least: number; outputLimit: number | null },
): boolean =>
  facts.stream && hold.points >= least && (kind === 'growing' || (kind === 'open' && outputLimit === null));

const longestCost = (call: AcceptedCall, deps: RelayDeps): number =>
  mostCost(call, deps, LONGEST_ANSWER * call.facts.answerCount);

type UseOn = Parameters<typeof pointsForAnswer>[2];

const inputUse =
  ({ facts, textTokens }: AcceptedCall, { traits }: RelayDeps): UseOn =>
  (route) =>
    likelyInputUse(facts, route, { textTokens: textTokens.most, traits });

const besideAnswer =
  ({ facts, textTokens }: AcceptedCall, { traits }: RelayDeps): UseOn =>
  (route) =>
    mostUse(facts, route, { textTokens: textTokens.most, outputTokens: 0, traits });

/** @param points for the answer, without those for its input */
function longestAnswerFor(call: AcceptedCall, points: number, deps: RelayDeps): number | null {
  const tokens = Math.max(affordableTokens(call, points, deps), shortestAnswer(call, deps));
  // A free answer needs no bound, and vendors refuse a bound above every model's maximum.
  return tokens < Number.MAX_SAFE_INTEGER ? tokens : null;
}
