import type { AcceptedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/**
 * Counts the tokens that a call with known routes is expected to use against the limits of its caller.
 * @throws rate.tokens
 */
export function expectTokens(call: AcceptedCall, needs: RelayNeeds): void {
  if (call.use?.limitsTokens) needs.limiter.expectTokens(call.use, likelyTokens(call, needs));
}

/** Tokens of a call, about: its input, and an answer as long as those of its model lately were. */
export function likelyTokens(
  { facts, routes }: Pick<AcceptedCall, 'facts' | 'routes'>,
  { outputLengths, options }: Pick<RelayNeeds, 'outputLengths' | 'options'>,
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
