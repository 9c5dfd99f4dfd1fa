import type { RequestFacts } from '../../dialects/dialect.ts';
import { MIN_BYTES_A_TOKEN, MIN_STRUCTURE_BYTES_A_TOKEN } from '../../dialects/input-estimate.ts';
import type { TokenCount } from '../../platform/token-counter.ts';
import type { TextTokens } from '../call-context.ts';

// A request's text is taken for a token in three bytes without being read. Of digits, rare letters and emoji each byte
// may be a token: a caller near the end of a balance could have several such calls answered and pay for one.

/** Times that a text may have the tokens that it was taken for. */
const DENSEST = Math.max(MIN_BYTES_A_TOKEN, MIN_STRUCTURE_BYTES_A_TOKEN);
/** A tokenizer takes this part of what any may take, or more: three digits for one token instead of three, and a spread. */
const MIN_PART = 1 / 4;

type Estimated = Pick<RequestFacts, 'inputTokens' | 'leastInputTokens'>;

/** Whatever the text says. */
export const anyText = ({ inputTokens, leastInputTokens }: Estimated): TextTokens => ({
  most: inputTokens * DENSEST,
  least: leastInputTokens,
});

/**
 * By any vendor's tokenizer.
 * @param counted null where nobody could count it
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
