import { affordableOutput, type CallEstimate, inputTokensIn } from '../../billing/charge.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { AcceptedCall } from '../call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { forEachChannel, leastUse, maxQuote, mostUse } from './estimate-call.ts';

/** An answer bounded to fewer tokens than this is not worth its input, unless the model's answers are as short. */
const SHORTEST_ANSWER_TOKENS = 16;
/** A stream is measured by its text, and those of a short one say little: so much more is held that none is cut for that. */
const UNSURE_TOKENS = 64;
/** What an answer has next to its thinking. */
const BESIDE_THINKING = 1_024;

/** What an upstream was seen to take beyond bounds leaves an answer at least this part of what is there. */
const BESIDE_HIDDEN = 1 / 2;

/** What is known of a call before anything is held for it. */
export type PricedCall = Pick<AcceptedCall, 'facts' | 'routes' | 'group' | 'textTokens'>;

/**
 * What the call can cost at most, or what its like lately cost where its caller named no limit.
 * @param outputTokens of an answer of another length
 */
export const mostCost = (call: PricedCall, deps: LengthDeps, outputTokens?: number): number =>
  maxQuote(call, (route) =>
    mostUse(call.facts, route, {
      textTokens: call.textTokens.most,
      outputTokens: outputTokens ?? outputOn(call, route, deps),
      hiddenTokens: deps.hiddenTokens,
    }),
  );

export type LengthDeps = Pick<RelayDeps, 'outputLengths' | 'hiddenTokens' | 'options'>;

export const leastCost = (call: AcceptedCall, deps: RelayDeps): number =>
  maxQuote(call, (route) =>
    leastUse(call.facts, { textTokens: call.textTokens.least, outputTokens: outputOn(call, route, deps) }),
  );

/** Output tokens that a call may take on a route; where it names no limit, those that are to be expected. */
function outputOn(
  { facts }: Pick<AcceptedCall, 'facts'>,
  route: Route,
  { outputLengths, options }: LengthDeps,
): number {
  const { stream, maxOutputTokens, answerCount, thinkingBudget = 0 } = facts;
  if (maxOutputTokens !== null) return maxOutputTokens;
  const usual = outputLengths.highOf(route) ?? options().defaultOutputTokens;
  // A bound that leaves nothing next to the thinking that a request asks for is refused.
  const tokens = Math.max(usual, thinkingBudget > 0 ? thinkingBudget + BESIDE_THINKING : 0) * answerCount;
  return stream ? tokens + UNSURE_TOKENS : tokens;
}

/** The input is taken for as short as it may be: of the last call that a balance pays for, little more is known. */
export function isEnoughForAnswer(call: AcceptedCall, points: number, deps: RelayDeps): boolean {
  const { facts } = call;
  if (!facts.canBeBounded) return false;
  return affordableTokens(call, points - inputCostOf(call), deps) >= shortestAnswer(call, deps);
}

/** Of an input as short as it may be. */
export const inputCostOf = (call: AcceptedCall): number =>
  maxQuote(call, () => leastUse(call.facts, { textTokens: call.textTokens.least, outputTokens: 0 }));

export function shortestAnswer({ routes, facts }: AcceptedCall, { outputLengths }: RelayDeps): number {
  const usual = routes.map((route) => outputLengths.highOf(route) ?? SHORTEST_ANSWER_TOKENS);
  const shortest = Math.max(1, Math.min(SHORTEST_ANSWER_TOKENS, ...usual));
  return ((facts.thinkingBudget ?? 0) + shortest) * facts.answerCount;
}

/**
 * Points that are left for an answer.
 * @param useOn what a call takes on a route next to it: its input, and output that its upstream may take beyond bounds
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

/** Output tokens of all answers together that points pay for on the most expensive route. */
export function affordableTokens(
  { facts, group, routes, textTokens }: AcceptedCall,
  points: number,
  { hiddenTokens }: Pick<RelayDeps, 'hiddenTokens'>,
): number {
  if (points < 0) return 0;
  let tokens = Number.MAX_SAFE_INTEGER;
  forEachChannel(routes, (route) => {
    const use = mostUse(facts, route, { textTokens: textTokens.most, outputTokens: 0, hiddenTokens });
    const inputTokens = inputTokensIn(use);
    const terms = { price: route.price, groupRatio: group.ratio, asks: use.asks, inputTokens };
    tokens = Math.min(tokens, affordableOutput(points, terms));
  });
  return tokens;
}
