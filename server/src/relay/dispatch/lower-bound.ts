import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';

/** Of a bound that nothing is known about but that it is too large: nearly every model takes the latter. */
const SMALLER_BY = 4;
const COMMON_TOKENS = 4096;
const LEAST_TOKENS = 16;

const UNKNOWN_MEMBER = /unsupported|not supported|unknown|unrecognized|unexpected|not permitted|extra/i;
/** Vendors and relays speak of the bound by other names than that of the member. */
const LIMIT =
  /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|maxTokens|(?:output|completion) (?:tokens|length)/i;
const TOO_LARGE = /too large|at most|maximum|exceed|less than|range|<=?|>/i;
/** The room that the input leaves was too small, not the model's own bound. */
const IS_ABOUT_INPUT = /context|input|prompt|messages/i;
const CONTEXT = /maximum context length is (\d+)/i;
/** What a context has to hold beside the answer. */
const INPUT = /(\d+) (?:input tokens|(?:tokens )?(?:in|from) (?:the|your) (?:messages|prompt|input))/i;
/** As `198997 + 3734 > 200000`. */
const SUM = /(\d+) ?\+ ?\d+ ?> ?(\d+)/;
/** Numbers that stand alone: those in a model's name do not. */
const NUMBERS = /(?<![\w.-])\d+(?![\w-]|\.\d)/g;
const SEPARATORS = /(?<=\d),(?=\d{3}\b)/g;
/** As `from 1 (inclusive) to 8193 (exclusive)`. */
const EXCLUSIVE = /(\d+) \(exclusive\)/g;
/** As `Error code: 400`. */
const CODES = /\b(?:code|status)\W{0,4}\d+/gi;

/** A bound that a model takes, by what it said when it refused a larger one. */
export interface LowerBound {
  tokens: number;
  /** Other calls may have more: their input is shorter, or the number was guessed. */
  isForThisCall: boolean;
}

/**
 * Reads from a refusal of `tokens` how long an answer may be. Vendors have no member for this, so numbers are looked for in what
 * they say, as `supports at most 4096 completion tokens` or `the valid range of max_tokens is [1, 8192]`.
 * @returns null where the request was refused for something else, or no shorter answer is worth its input
 */
export function lowerBoundOf(
  { status, code, param, message }: UpstreamFailure,
  tokens: number,
): LowerBound | null {
  if (status !== 400 && status !== 422) return null;
  if (!LIMIT.test(param) && !LIMIT.test(message) && !CONTEXT.test(message)) return null;
  if (!code.includes('value') && (UNKNOWN_MEMBER.test(message) || !TOO_LARGE.test(message))) return null;

  const text = message
    .replace(SEPARATORS, '')
    .replace(CODES, '')
    .replace(EXCLUSIVE, (_, end: string) => String(Number(end) - 1));
  const isAboutInput = IS_ABOUT_INPUT.test(text);
  const named = isAboutInput ? roomBesideInput(text) : largestBelow(tokens, text);
  const isUsable = named >= LEAST_TOKENS && named < tokens;
  const lower = isUsable ? named : Math.min(Math.floor(tokens / SMALLER_BY), COMMON_TOKENS);
  return lower < LEAST_TOKENS ? null : { tokens: lower, isForThisCall: isAboutInput || !isUsable };
}

function roomBesideInput(text: string): number {
  const [, input, most] = SUM.exec(text) ?? [];
  if (input !== undefined) return Number(most) - Number(input);
  return Number(CONTEXT.exec(text)?.[1] ?? 0) - Number(INPUT.exec(text)?.[1] ?? 0);
}

function largestBelow(tokens: number, text: string): number {
  const numbers = (text.match(NUMBERS) ?? []).map(Number);
  return Math.max(0, ...numbers.filter((number) => number < tokens));
}
