import type { AcceptedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

/**
 * Counts the expected tokens of a call against its caller's limits. The routes must be known.
 * @throws rate.tokens
 */
export function expectTokens(call: AcceptedCall, deps: RelayDeps): void {
  if (call.use?.limitsTokens) deps.limiter.expectTokens(call.use, likelyTokens(call, deps));
}

/** Estimates the tokens of a call: its input, and an answer of the model's recent length. */
export function likelyTokens(
  { facts, routes }: Pick<AcceptedCall, 'facts' | 'routes'>,
  { traits, options }: Pick<RelayDeps, 'traits' | 'options'>,
): number {
  const { likelyInputTokens, media, maxOutputTokens, answerCount } = facts;
  let length = 0;
  for (const route of routes) length = Math.max(length, traits.of(route).longAnswer ?? 0);
  const output = (length === 0 ? options().defaultOutputTokens : length) * answerCount;
  return (
    likelyInputTokens +
    (media?.likelyImageTokens ?? 0) +
    (media?.likelyAudioTokens ?? 0) +
    Math.min(output, maxOutputTokens ?? output)
  );
}
