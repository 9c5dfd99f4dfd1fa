import type { Hold } from '../../billing/account.ts';
import { thinksUnseen } from '../../dialects/unseen-thinking.ts';
import type { AcceptedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { affordableTokens, mostCost, shortestAnswer } from './call-cost.ts';

/** No model writes longer answers. */
const LONGEST_ANSWER = 131_072;
/** Of what is left, an open answer may take so much at most beside others, and alone. */
const PART = 1 / 4;
const LONE_PART = 1 / 2;
/** So few answers of the usual length are not worth dividing for. */
const FEW_ANSWERS = 4;
/** Beside others it takes no more than one of these, or many are left with next to nothing. */
const SMALL_PART = 1 / 16;
const TIMES_USUAL = 16;
const LONG_ANSWER = 8_192;

/**
 * What a call may cost whose answer has no limit and is whole, or is thought about unseen: a hold grows with the text of a
 * stream, but such an answer may be far longer than others lately were before anybody sees it.
 * @returns points; 0 for any other call
 */
export function openAnswerCost(call: AcceptedCall, needs: RelayNeeds): number {
  const { facts } = call;
  const isOpen = facts.maxOutputTokens === null && !(facts.stream && showsAll(call, needs));
  return isOpen ? mostCost(call, needs, longestAnswer(call, needs) * facts.answerCount) : 0;
}

/**
 * Points to hold for a call.
 * @param expected points of an answer of the usual length, or of the caller's limit
 * @param openCost see `openAnswerCost`
 */
export function openAnswerHold(
  call: AcceptedCall,
  {
    expected,
    openCost,
    ...left
  }: { expected: number; openCost: number; available: number; isAlone: boolean },
  needs: RelayNeeds,
): number {
  return openCost <= expected
    ? expected
    : Math.max(expected, Math.min(openCost, partOf(call, { expected, ...left }, needs)));
}

/** Points of what is left that an open answer may take. */
function partOf(
  call: AcceptedCall,
  { expected, available, isAlone }: { expected: number; available: number; isAlone: boolean },
  needs: RelayNeeds,
): number {
  if (isAlone) return available <= FEW_ANSWERS * expected ? available : Math.floor(available * LONE_PART);
  const long = Math.max(
    TIMES_USUAL * expected,
    mostCost(call, needs, LONG_ANSWER * call.facts.answerCount),
    available * SMALL_PART,
  );
  return Math.floor(Math.min(long, available * PART));
}

/**
 * The longest open answer that a hold pays for.
 * @returns its bound in tokens; null where it cannot be bounded
 */
export function openAnswerBound(call: AcceptedCall, { points }: Hold, needs: RelayNeeds): number | null {
  if (!call.facts.canBeBounded) return null;
  return Math.max(
    affordableTokens(call, points - mostCost(call, needs, 0), needs),
    shortestAnswer(call, needs),
  );
}

/** Where every channel's model was seen to take no higher bound, none of them writes more. */
const longestAnswer = ({ routes }: AcceptedCall, { limitHabits }: RelayNeeds): number =>
  Math.max(
    ...routes.map(
      ({ channel, upstreamModel }) =>
        limitHabits.find(channel.id, upstreamModel)?.mostTokens ?? LONGEST_ANSWER,
    ),
  );

const showsAll = ({ facts, routes }: AcceptedCall, { hiddenTokens }: RelayNeeds): boolean =>
  facts.asksThinking !== true &&
  !routes.some(
    (route) => thinksUnseen(route.upstreamModel) || hiddenTokens.find(route)?.thinksUnseen === true,
  );
