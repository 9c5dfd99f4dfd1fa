import { affordableOutput, type CallEstimate, inputTokensIn } from '../../billing/charge.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import { forEachChannel, leastUse, maxQuote, mostUse } from '../cost/estimate-call.ts';
import { isUnlimited, namedLimit } from '../cost/named-limit.ts';
import type { RelayDeps } from '../relay-deps.ts';

/**
 * Minimum length of a bounded answer. A shorter one is not worth its input, unless the model's answers are
 * that short.
 */
const SHORTEST_ANSWER_TOKENS = 16;
/**
 * Extra tokens held for a stream. It is measured by its text, which says little about a short one; none may
 * be cut for that.
 */
const UNSURE_TOKENS = 64;
/** Output tokens in addition to the thinking. */
const BESIDE_THINKING = 1_024;

/**
 * Minimum part of the points that remains for the answer, after the tokens that an upstream adds beyond
 * limits.
 */
const BESIDE_HIDDEN = 1 / 2;

/** The facts of a call before points are held. */
export type PricedCall = Pick<AcceptedCall, 'facts' | 'routes' | 'payingGroup' | 'textTokens'>;

/**
 * Returns the maximum cost of a call; without a limit in the request, the recent cost of similar calls.
 * @param outputTokens replaces the length of the answer
 */
export const mostCost = (call: PricedCall, deps: LengthDeps, outputTokens?: number): number =>
  maxQuote(call, (route) =>
    mostUse(call.facts, route, {
      textTokens: call.textTokens.most,
      outputTokens: outputTokens ?? outputOn(call, route, deps),
      traits: deps.traits,
    }),
  );

export type LengthDeps = Pick<RelayDeps, 'traits' | 'options'>;

export const leastCost = (call: AcceptedCall, deps: RelayDeps): number =>
  maxQuote(call, (route) =>
    leastUse(call.facts, { textTokens: call.textTokens.least, outputTokens: outputOn(call, route, deps) }),
  );

/** Returns the output tokens that a call may use on a route; without a limit, the expected number. */
function outputOn(
  { facts }: Pick<AcceptedCall, 'facts'>,
  route: Route,
  { traits, options }: LengthDeps,
): number {
  const { stream, answerCount, thinkingBudget = 0 } = facts;
  const limit = namedLimit(facts);
  if (limit !== null) return limit;
  const { longAnswer, longUnlimited } = traits.of(route);
  const { defaultOutputTokens } = options();
  const usual = isUnlimited(facts)
    ? Math.max(longUnlimited ?? 0, defaultOutputTokens)
    : (longAnswer ?? defaultOutputTokens);
  // Vendors refuse a bound that leaves no room after the requested thinking.
  const tokens = Math.max(usual, thinkingBudget > 0 ? thinkingBudget + BESIDE_THINKING : 0) * answerCount;
  return stream ? tokens + UNSURE_TOKENS : tokens;
}

/**
 * Assumes the shortest possible input, because little more is known about the last call that a balance pays
 * for.
 */
export function isEnoughForAnswer(call: AcceptedCall, points: number, deps: RelayDeps): boolean {
  const { facts } = call;
  if (!facts.canBeBounded) return false;
  return affordableTokens(call, points - inputCostOf(call), deps) >= shortestAnswer(call, deps);
}

/** Cost of the shortest possible input. */
export const inputCostOf = (call: AcceptedCall): number =>
  maxQuote(call, () => leastUse(call.facts, { textTokens: call.textTokens.least, outputTokens: 0 }));

export function shortestAnswer({ routes, facts }: AcceptedCall, { traits }: RelayDeps): number {
  const usual = routes.map((route) => traits.of(route).longAnswer ?? SHORTEST_ANSWER_TOKENS);
  const shortest = Math.max(1, Math.min(SHORTEST_ANSWER_TOKENS, ...usual));
  return ((facts.thinkingBudget ?? 0) + shortest) * facts.answerCount;
}

/**
 * Returns the points that remain for an answer.
 * @param useOn use on a route apart from the answer: the input, and output that the upstream may add beyond
 * limits
 */
export function pointsForAnswer(
  call: PricedCall,
  points: number,
  useOn: (route: Route) => CallEstimate,
): number {
  const input = maxQuote(call, (route) => ({ ...useOn(route), outputTokens: 0 }));
  const rest = Math.max(0, points - input);
  return points - Math.min(maxQuote(call, useOn), input + Math.floor(rest * BESIDE_HIDDEN));
}

/** Returns the output tokens of all answers together that points pay for on the most expensive route. */
export function affordableTokens(
  { facts, payingGroup, routes, textTokens }: AcceptedCall,
  points: number,
  { traits }: Pick<RelayDeps, 'traits'>,
): number {
  if (points < 0) return 0;
  let tokens = Number.MAX_SAFE_INTEGER;
  forEachChannel(routes, (route) => {
    const use = mostUse(facts, route, { textTokens: textTokens.most, outputTokens: 0, traits });
    const inputTokens = inputTokensIn(use);
    const terms = { price: route.price, groupRatio: payingGroup.ratio, asks: use.asks, inputTokens };
    tokens = Math.min(tokens, affordableOutput(points, terms));
  });
  return tokens;
}
