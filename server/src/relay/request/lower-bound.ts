import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';

/** Nearly every model accepts a bound of this length. */
export const COMMON_TOKENS = 4096;

const UNKNOWN_MEMBER =
  /unsupported|not supported|unknown|unrecognized|unexpected|not permitted|extra|\buse\b.{1,40}\binstead\b/i;
/** Vendors and relays use other names for the bound than that of the member. */
const LIMIT =
  /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|maxTokens|max(?:imum)? (?:output |new |completion )?tokens|tokens_to_generate|token limit|(?:output|completion) (?:tokens|length)/i;
/** Input and answer together are too long for the model. Groq compares a too large amount with the context. */
const CONTEXT =
  /(?<!less than the `?)context[ _-]?(?:window|length|limit|size)|\b(?:inputs?|prompt)`? (?:and|length|tokens?|is too long)\b|上下文|コンテキスト/i;

/**
 * Subject of the refusal of a request with a bound.
 *
 * - `context`: the input leaves no room for the bound, which another call may have.
 * - `member`: the model does not know or support the bound's member.
 * - `amount`: the bound is larger than the model's longest answer.
 * - `other`: anything else.
 */
export type RefusalSubject = 'context' | 'member' | 'amount' | 'other';

/**
 * Vendors have no member for this, so the message is searched for the bound's names. Only `member` and `amount` say
 * something about the model.
 * @param tokens of the bound, for one answer
 */
export function refusalSubject(
  { status, code, param, message }: UpstreamFailure,
  { member, tokens }: { member: string; tokens: number },
): RefusalSubject {
  if (status !== 400 && status !== 422) return 'other';
  if (CONTEXT.test(code) || CONTEXT.test(message)) return 'context';
  // A code for a wrong value means that the member itself is known.
  const isUnknown = !code.includes('value') && UNKNOWN_MEMBER.test(`${code} ${message}`);
  if (isUnknown) return new RegExp(`\\b${member}\\b`).test(`${param} ${message}`) ? 'member' : 'other';
  const isAmount = tokens > COMMON_TOKENS && (LIMIT.test(param) || LIMIT.test(message));
  return isAmount ? 'amount' : 'other';
}
