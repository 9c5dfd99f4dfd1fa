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

/** What is left for a call, in points. */
export interface LeftPoints {
  /** Beside the calls that are in flight. */
  available: number;
  /** If they were not. */
  availableAlone: number;
}

/**
 * What to hold for a call. An answer without a limit that is whole, or is thought about unseen, may be far longer than
 * others lately were before anybody sees it, while the hold of another grows with the text of its stream: it gets a part
 * of what is left, and is bounded to that. Where others have left it less than a small part of all there is, it waits for
 * them like any call that does not fit.
 * @param expected points of an answer of the usual length, or of the caller's limit
 * @returns points, at least what was expected
 */
export function openAnswerHold(
  call: AcceptedCall,
  { expected, ...left }: LeftPoints & { expected: number },
  needs: RelayNeeds,
): number {
  if (!isOpen(call, needs)) return expected;
  const longest = mostCost(call, needs, longestAnswer(call, needs) * call.facts.answerCount);
  return Math.max(expected, Math.min(longest, partOf(call, { expected, ...left }, needs)));
}

function partOf(
  call: AcceptedCall,
  { expected, available, availableAlone }: LeftPoints & { expected: number },
  needs: RelayNeeds,
): number {
  if (available === availableAlone)
    return available <= FEW_ANSWERS * expected ? available : Math.floor(available * LONE_PART);
  const long = Math.max(TIMES_USUAL * expected, mostCost(call, needs, LONG_ANSWER * call.facts.answerCount));
  const most = Math.min(Math.max(long, available * SMALL_PART), available * PART);
  return Math.floor(Math.max(most, Math.min(long, availableAlone * SMALL_PART)));
}

/**
 * The longest answer that a hold pays for, where it may be longer: others may hold what it does not.
 * @returns its bound in tokens; null where it needs none, or cannot be bounded
 */
export function openAnswerBound(call: AcceptedCall, { points }: Hold, needs: RelayNeeds): number | null {
  const { facts } = call;
  if (!facts.canBeBounded || !isOpen(call, needs)) return null;
  // What a model was seen to refuse is no reason for it to write less.
  if (points >= mostCost(call, needs, LONGEST_ANSWER * facts.answerCount)) return null;
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

/** Whether an answer has no limit and cannot be watched while it grows. */
const isOpen = ({ facts, routes }: AcceptedCall, { hiddenTokens }: RelayNeeds): boolean =>
  facts.maxOutputTokens === null &&
  (!facts.stream ||
    facts.asksThinking === true ||
    routes.some(
      (route) => thinksUnseen(route.upstreamModel) || hiddenTokens.find(route)?.thinksUnseen === true,
    ));
