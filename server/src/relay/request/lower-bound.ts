import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';

/** Nearly every model accepts a bound of this length. */
export const COMMON_TOKENS = 4096;

const UNKNOWN_MEMBER = /unsupported|not supported|unknown|unrecognized|unexpected|not permitted|extra/i;
/** Vendors and relays use other names for the bound than that of the member. */
const LIMIT =
  /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|maxTokens|max(?:imum)? (?:output |new |completion )?tokens|tokens_to_generate|token limit|(?:output|completion) (?:tokens|length)|context length/i;

/**
 * Whether a refusal may be about a bound of `tokens` that is too large. Vendors have no member for this, so the message
 * is searched for the bound's names.
 */
export function refusesBound({ status, code, param, message }: UpstreamFailure, tokens: number): boolean {
  if (tokens <= COMMON_TOKENS || (status !== 400 && status !== 422)) return false;
  if (!LIMIT.test(param) && !LIMIT.test(message)) return false;
  return code.includes('value') || !UNKNOWN_MEMBER.test(message);
}
