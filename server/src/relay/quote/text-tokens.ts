import type { RequestFacts } from '../../dialects/dialect.ts';
import { MIN_BYTES_A_TOKEN, MIN_STRUCTURE_BYTES_A_TOKEN } from '../../dialects/input-estimate.ts';
import type { TokenCount } from '../../platform/text/token-counter.ts';
import type { TextTokens } from '../call/call-parts.ts';

// Unread text is estimated at three bytes per token. Each byte of digits, rare letters and emoji may be a
// token. Without a bound, a caller near the end of a balance could get several such calls answered and pay
// for one.

/** Maximum ratio of a text's tokens to the estimate. */
const DENSEST = Math.max(MIN_BYTES_A_TOKEN, MIN_STRUCTURE_BYTES_A_TOKEN);
/**
 * Minimum part of any tokenizer's count that one tokenizer finds: three digits may be one token or three,
 * plus a margin.
 */
const MIN_PART = 1 / 4;

type Estimated = Pick<RequestFacts, 'inputTokens' | 'leastInputTokens'>;

/** Bounds for any text. */
export const anyText = ({ inputTokens, leastInputTokens }: Estimated): TextTokens => ({
  most: inputTokens * DENSEST,
  least: leastInputTokens,
});

/**
 * Bounds for any vendor's tokenizer.
 * @param counted null if the text could not be counted
 */
export function countedText(facts: Estimated, counted: TokenCount | null): TextTokens {
  if (counted === null) return anyText(facts);
  const { inputTokens, leastInputTokens } = facts;
  const { most, textBytes, structureBytes } = counted;
  const taken = textBytes / MIN_BYTES_A_TOKEN + structureBytes / MIN_STRUCTURE_BYTES_A_TOKEN;
  return {
    most: inputTokens + Math.max(0, Math.ceil(most - taken)),
    least: Math.max(leastInputTokens, Math.floor(most * MIN_PART)),
  };
}
