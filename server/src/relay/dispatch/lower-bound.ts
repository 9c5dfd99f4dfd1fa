import type { UpstreamFailure } from '../../providers/provider.ts';

/** Of a bound that nothing is known about but that it is too large. */
const SMALLER_BY = 4;
const LEAST_TOKENS = 16;

const UNKNOWN_MEMBER = /unsupported|not supported|unknown|unrecognized|unexpected|not permitted|extra/i;
const TOO_LARGE = /too large|at most|maximum|exceed|less than|range|<=?|>/i;
const CONTEXT = /maximum context length is (\d+)/i;
/** What a context has to hold beside the answer. */
const INPUT = /(\d+) (?:input tokens|(?:tokens )?(?:in|from) (?:the|your) (?:messages|prompt|input))/i;
/** Numbers that stand alone: those in a model's name do not. */
const NUMBERS = /(?<![\w.-])\d+(?![\w-]|\.\d)/g;

/** A bound that a model takes, by what it said when it refused a larger one. */
export interface LowerBound {
  tokens: number;
  /** It depends on the input of this call: another call may have more or less. */
  isForThisInput: boolean;
}

/**
 * Reads from a refusal how long an answer may be. Vendors have no member for this, so numbers are looked for in what
 * they say, as `supports at most 4096 completion tokens` or `the valid range of max_tokens is [1, 8192]`.
 * @returns null where the request was refused for something else, or no shorter answer is worth its input
 */
export function lowerBoundOf(
  { status, code, param, message }: UpstreamFailure,
  { member, tokens }: { member: string; tokens: number },
): LowerBound | null {
  if (status !== 400 && status !== 422) return null;
  const context = CONTEXT.exec(message)?.[1];
  const isNamed = param === member || message.includes(member);
  if (context === undefined && !isNamed) return null;
  if (!code.includes('value') && (UNKNOWN_MEMBER.test(message) || !TOO_LARGE.test(message))) return null;

  const named =
    context === undefined
      ? largestBelow(tokens, message)
      : Number(context) - Number(INPUT.exec(message)?.[1] ?? 0);
  const isUsable = named >= LEAST_TOKENS && named < tokens;
  const lower = isUsable ? named : Math.floor(tokens / SMALLER_BY);
  return lower < LEAST_TOKENS ? null : { tokens: lower, isForThisInput: context !== undefined };
}

function largestBelow(tokens: number, message: string): number {
  const numbers = (message.match(NUMBERS) ?? []).map(Number);
  return Math.max(0, ...numbers.filter((number) => number < tokens));
}
