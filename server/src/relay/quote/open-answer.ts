import type { Hold } from '../../billing/account.ts';
import type { CallEstimate } from '../../billing/charge.ts';
import type { LeftPoints } from '../../billing/hold.ts';
import { thinksUnseen } from '../../dialects/unseen-thinking.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { AcceptedCall } from '../call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { affordableTokens, mostCost, pointsForAnswer, shortestAnswer } from './call-cost.ts';
import { mostUse } from './estimate-call.ts';

/** No model writes longer answers. */
const LONGEST_ANSWER = 131_072;
/** What an open answer takes of what is left, where no other call is in flight. */
const LONE_PART = 1 / 2;
/**
 * Next to others it takes less, so that many that begin together all find something: this part, or so many usual answers,
 * which are the larger part at most.
 */
const BESIDE_OTHERS = { part: 1 / 16, answers: 2, answersPart: 1 / 4 };

/**
 * What to hold for a call. An answer without a limit that is whole, or is thought about unseen, may be far longer than
 * others lately were before anybody sees it, while the hold of another grows with the text of its stream: it gets a part
 * of what is left, and is bounded to that.
 * @param expected points of an answer of the usual length, or of the caller's limit
 * @returns points, at least what was expected
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
 * The longest answer that a hold pays for, where it may be longer: others may hold what it does not.
 * @returns its bound in tokens; null where it needs none, or cannot be bounded
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
  ({ facts, textTokens }: AcceptedCall, { hiddenTokens }: RelayDeps) =>
  (route: Route): CallEstimate =>
    mostUse(facts, route, { textTokens: textTokens.most, outputTokens: 0, hiddenTokens });

/** Of the longest answer that there is. */
export const longestCost = (call: AcceptedCall, deps: RelayDeps): number =>
  mostCost(call, deps, LONGEST_ANSWER * call.facts.answerCount);

/** Whether an answer has no limit and cannot be watched while it grows. */
const isOpen = ({ facts, routes }: AcceptedCall, { hiddenTokens }: RelayDeps): boolean =>
  facts.maxOutputTokens === null &&
  (!facts.stream ||
    facts.asksThinking === true ||
    routes.some(
      (route) => thinksUnseen(route.upstreamModel) || hiddenTokens.find(route)?.thinksUnseen === true,
    ));
