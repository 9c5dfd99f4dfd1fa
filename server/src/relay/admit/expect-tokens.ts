import type { AcceptedCall } from '../call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

/**
 * Counts the tokens that a call with known routes is expected to use against the limits of its caller.
 * @throws rate.tokens
 */
export function expectTokens(call: AcceptedCall, deps: RelayDeps): void {
  if (call.use?.limitsTokens) deps.limiter.expectTokens(call.use, likelyTokens(call, deps));
}

/** Tokens of a call, about: its input, and an answer as long as those of its model lately were. */
export function likelyTokens(
  { facts, routes }: Pick<AcceptedCall, 'facts' | 'routes'>,
  { outputLengths, options }: Pick<RelayDeps, 'outputLengths' | 'options'>,
): number {
  const { likelyInputTokens, media, maxOutputTokens, answerCount } = facts;
  let length = 0;
  for (const route of routes) length = Math.max(length, outputLengths.highOf(route) ?? 0);
  const output = (length === 0 ? options().defaultOutputTokens : length) * answerCount;
  return (
    likelyInputTokens +
    (media?.likelyImageTokens ?? 0) +
    (media?.likelyAudioTokens ?? 0) +
    Math.min(output, maxOutputTokens ?? output)
  );
}
