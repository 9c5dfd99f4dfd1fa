import { inputTokensOf, noUsage, outputTokensOf, type Usage } from '../../billing/usage.ts';
import type { RequestFacts } from '../../dialects/dialect.ts';
import { lowest } from '../../platform/lowest.ts';
import type { QuotedCall } from '../call-context.ts';
import { estimatedInputOf } from '../quote/estimate-call.ts';
import type { RelayNeeds, RelayOptions } from '../relay-needs.ts';

/** What a call is charged for. */
export interface UsedTokens {
  usage: Usage;
  isEstimated: boolean;
}

/**
 * The input of a call that its caller left before any text of the answer came: the upstream has it and will bill it.
 * @returns null where nothing is charged
 */
export function abandonedUsage(
  { brokenBy, isTaken, facts }: QuotedCall,
  { chargeAbandonedInput }: RelayOptions,
): UsedTokens | null {
  if (!chargeAbandonedInput || brokenBy !== 'client' || !isTaken) return null;
  return { usage: likelyInput(facts, null), isEstimated: true };
}

/** What the input of a call takes, about, where the upstream did not say it. */
export function likelyInput({ likelyInputTokens, media }: RequestFacts, countedText: number | null): Usage {
  const usage = noUsage();
  usage.textInput = countedText ?? likelyInputTokens;
  usage.imageInput = media?.likelyImageTokens ?? 0;
  usage.audioInput = media?.likelyAudioTokens ?? 0;
  return usage;
}

/** Learns how far the upstream's report goes beyond what could be expected, and how long answers are without a limit. */
export function learnFrom(
  { route, facts, outputLimit }: QuotedCall,
  used: UsedTokens | null,
  { hiddenTokens, outputLengths }: RelayNeeds,
): void {
  if (used === null || used.isEstimated || route === null) return;
  const limit = lowest(facts.maxOutputTokens, outputLimit);
  const output = outputTokensOf(used.usage);
  hiddenTokens.note(route, {
    input: inputTokensOf(used.usage) - estimatedInputOf(facts, route.upstreamModel),
    output: limit === null ? null : output - limit,
  });
  // An answer that was cut would have been longer.
  if (limit === null || output < limit) outputLengths.note(route, Math.ceil(output / facts.answerCount));
}
