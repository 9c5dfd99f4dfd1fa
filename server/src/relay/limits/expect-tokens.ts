import type { AcceptedCall } from '../call/call-context.ts';
import { namedLimit } from '../cost/named-limit.ts';
import type { RelayDeps } from '../relay-deps.ts';

/**
 * Counts the expected tokens of a call against its caller's limits. The routes must be known.
 * @throws rate.tokens
 */
export function expectTokens(call: AcceptedCall, deps: RelayDeps): void {
  if (call.use?.limitsTokens) deps.limiter.expectTokens(call.use, likelyTokens(call, deps));
}

type MeasuredCall = Pick<AcceptedCall, 'facts' | 'routes'>;
type LengthDeps = Pick<RelayDeps, 'traits' | 'options'>;

/** Estimates the tokens of a call: its input, and an answer of the model's recent length. */
export function likelyTokens(call: MeasuredCall, deps: LengthDeps): number {
  const output = usualOutput(call, deps);
  return likelyInput(call) + Math.min(output, call.facts.maxOutputTokens ?? output);
}

/** Tokens that a budget holds for a call: its likely input, and the longest answer that it allows. */
export const tokensToHold = (call: MeasuredCall, deps: LengthDeps): number =>
  likelyInput(call) + outputToHold(call, deps);

/** Output tokens that a call names; without a limit, the usual ones. */
export const outputToHold = (call: MeasuredCall, deps: LengthDeps): number =>
  namedLimit(call.facts) ?? usualOutput(call, deps);

const likelyInput = ({ facts: { likelyInputTokens, media } }: MeasuredCall): number =>
  likelyInputTokens + (media?.likelyImageTokens ?? 0) + (media?.likelyAudioTokens ?? 0);

function usualOutput({ facts, routes }: MeasuredCall, { traits, options }: LengthDeps): number {
  let length = 0;
  for (const route of routes) length = Math.max(length, traits.of(route).longAnswer ?? 0);
  return (length === 0 ? options().defaultOutputTokens : length) * facts.answerCount;
}
