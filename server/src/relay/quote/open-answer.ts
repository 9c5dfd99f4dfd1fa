import type { Hold } from '../../billing/account.ts';
import type { CallEstimate } from '../../billing/charge.ts';
import type { LeftPoints } from '../../billing/hold.ts';
import { thinksUnseen } from '../../dialects/unseen-thinking.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import { mostUse } from '../cost/estimate-call.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { affordableTokens, mostCost, pointsForAnswer, shortestAnswer } from './call-cost.ts';

/** No model writes longer answers. */
const LONGEST_ANSWER = 131_072;
/** Part of the points left that an open answer takes if no other call is in flight. */
const LONE_PART = 1 / 2;
/**
 * Next to other calls it takes less, so that many simultaneous calls all get some. It takes this part, or the
 * cost of this many usual answers if that is more, up to the larger part.
 */
const BESIDE_OTHERS = { part: 1 / 16, answers: 2, answersPart: 1 / 4 };

/**
 * Returns the points to hold for a call. A whole answer without a limit, or one with hidden thinking, may
 * become far longer than usual without notice. It gets a part of the points left and is bounded to that. The
 * hold of any other answer grows with the text of its stream.
 * @param expected points of an answer of the usual length, or of the caller's limit
 * @returns points, at least `expected`
 */
export function openAnswerHold(
  call: AcceptedCall,
  { expected, left }: { expected: number; left: LeftPoints },
  deps: RelayDeps,
): number {
  if (!isOpen(call, deps)) return expected;
  return Math.max(expected, Math.min(longestCost(call, deps), Math.floor(partOf(left, expected))));
}

function partOf({ available, availableAlone }: LeftPoints, expected: number): number {
  if (available === availableAlone) return available * LONE_PART;
  const { part, answers, answersPart } = BESIDE_OTHERS;
  return Math.max(available * part, Math.min(answers * expected, available * answersPart));
}

/**
 * Bounds an open answer to the length that its hold pays for, because other calls may hold the rest.
 * @returns the bound in tokens; null if none is needed, or the answer cannot be bounded
 */
export function openAnswerBound(call: AcceptedCall, { points }: Hold, deps: RelayDeps): number | null {
  const { facts } = call;
  if (!facts.canBeBounded || !isOpen(call, deps)) return null;
  if (points >= longestCost(call, deps)) return null;
  return Math.max(
    affordableTokens(call, pointsForAnswer(call, points, besideAnswer(call, deps)), deps),
    shortestAnswer(call, deps),
  );
}

const besideAnswer =
  ({ facts, textTokens }: AcceptedCall, { traits }: RelayDeps) =>
  (route: Route): CallEstimate =>
    mostUse(facts, route, { textTokens: textTokens.most, outputTokens: 0, traits });

/** Cost of the longest possible answer. */
export const longestCost = (call: AcceptedCall, deps: RelayDeps): number =>
  mostCost(call, deps, LONGEST_ANSWER * call.facts.answerCount);

/** Whether an answer has no limit and cannot be watched while it grows. */
const isOpen = ({ facts, routes }: AcceptedCall, { traits }: RelayDeps): boolean =>
  facts.maxOutputTokens === null &&
  (!facts.stream ||
    facts.asksThinking === true ||
    routes.some((route) => thinksUnseen(route.upstreamModel) || traits.of(route).thinksUnseen));
