import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';

/**
 * Used if a bound is known only to be too large: try a quarter of it, or a value that nearly every model
 * accepts.
 */
const SMALLER_BY = 4;
const COMMON_TOKENS = 4096;
const MIN_TOKENS = 16;

const UNKNOWN_MEMBER = /unsupported|not supported|unknown|unrecognized|unexpected|not permitted|extra/i;
/** No model has a lower bound. Such a number counts something else, or the rest for this call. */
const MIN_OF_MODELS = 1_024;
/** Vendors and relays use other names for the bound than that of the member. */
const LIMIT =
  /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|maxTokens|max(?:imum)? (?:output |new |completion )?tokens|tokens_to_generate|token limit|(?:output|completion) (?:tokens|length)/i;
const TOO_LARGE =
  /too large|too many|at most|maximum|exceed|less than|above|between|range|limit|should be in|<=?|>|范围|超/i;
/**
 * Not enough room next to the input, rather than the model's own bound. `Input should be` is pydantic's
 * phrase for any value. Groq states the model's own bound and adds that it is below the `context_window`.
 */
const IS_ABOUT_INPUT = /context(?!_window)|input(?! should)|prompt|messages/i;
const CONTEXT = /(?:maximum context length (?:is|of)|length is \d+ while limit is) (\d+)/i;
/** Letters of languages other than English. */
const OTHER_LETTERS = /[^\p{ASCII}\p{Punctuation}]/u;
/** Context tokens needed in addition to the answer. */
const INPUT = /(\d+) (?:input tokens|(?:tokens )?(?:in|from) (?:the|your) (?:messages|prompt|input))/i;
/** Like `198997 + 3734 > 200000`. */
const SUM = /(\d+) ?\+ ?\d+ ?> ?(\d+)/;
/** Standalone numbers; numbers in a model's name do not match. */
const NUMBERS = /(?<![\w.-])\d+(?![\w-]|\.\d)/g;
/** A number described as the maximum, also as the end of a range. */
const MOST =
  /(?:at most|up to|maximum(?: value| allowed)?(?: is| of)?|limit(?: is| of)?:?|less than or equal to|(?:greater|larger|more|higher) than|above|exceeds?|[<>≤]=?|[[(（]\d+[,，] ?|\b\d+ ?(?:to|and|-|~) ?) ?(\d+)(?![\w-]|\.\d)/gi;
const SEPARATORS = /(?<=\d),(?=\d{3}\b)/g;
/** Like `from 1 (inclusive) to 8193 (exclusive)`. */
const EXCLUSIVE = /(\d+) \(exclusive\)/g;
/** Like `Error code: 400`. */
const CODES = /\b(?:code|status)\W{0,4}\d+/gi;
const QUOTES = /[`'"]/g;
/** A remaining amount for a call, or a rule for whole answers alone, is not a bound of the model. */
const IS_OF_THIS_CALL = /\bstream|\bleft\b|remain/i;

/** A bound that a model accepts, read from its refusal of a larger one. */
export interface LowerBound {
  tokens: number;
  /** Other calls may have more: their input is shorter, or the number was guessed. */
  isForThisCall: boolean;
}

/**
 * Reads the maximum length of an answer from a refusal of `tokens`. Vendors have no member for this, so the
 * message is searched for numbers, as in `supports at most 4096 completion tokens` or `the valid range of
 * max_tokens is [1, 8192]`. A message that only says "too large", or is in another language, may refer to the
 * bound if it contains a number as large as one.
 * @returns null if the request was refused for another reason, or a shorter answer would not be worth its
 * input
 */
export function lowerBoundOf(
  { status, code, param, message }: UpstreamFailure,
  tokens: number,
): LowerBound | null {
  if (status !== 400 && status !== 422) return null;
  const text = message
    .replace(SEPARATORS, '')
    .replace(CODES, '')
    .replace(QUOTES, '')
    .replaceAll(' (inclusive)', '')
    .replace(EXCLUSIVE, (_, end: string) => String(Number(end) - 1));
  const isAboutBound = LIMIT.test(param) || LIMIT.test(text) || CONTEXT.test(text);
  const isTooLarge = code.includes('value') || (TOO_LARGE.test(text) && !UNKNOWN_MEMBER.test(text));
  if (isAboutBound && isTooLarge) return readBound(text, tokens);
  const mayBeAboutBound = isAboutBound || TOO_LARGE.test(text) || OTHER_LETTERS.test(text);
  if (!mayBeAboutBound || tokens <= COMMON_TOKENS || !namesBound(text, tokens)) return null;
  return { tokens: COMMON_TOKENS, isForThisCall: true };
}

const namesBound = (text: string, tokens: number): boolean =>
  numbersIn(text).some((one) => one >= MIN_OF_MODELS && one <= tokens);

function readBound(text: string, tokens: number): LowerBound | null {
  const isAboutInput = IS_ABOUT_INPUT.test(text);
  const told = isAboutInput
    ? null
    : largestBelow(
        tokens,
        [...text.matchAll(MOST)].map(([, most]) => Number(most)),
      );
  const named = isAboutInput
    ? roomBesideInput(text, tokens)
    : (told ?? largestBelow(tokens, numbersIn(text)) ?? 0);
  const isUsable = named >= MIN_TOKENS && named < tokens;
  const lower = isUsable ? named : Math.min(Math.floor(tokens / SMALLER_BY), COMMON_TOKENS);
  const isOfModel = isUsable && told !== null && told >= MIN_OF_MODELS && !IS_OF_THIS_CALL.test(text);
  return lower < MIN_TOKENS ? null : { tokens: lower, isForThisCall: !isOfModel };
}

function roomBesideInput(text: string, tokens: number): number {
  const [, first, most] = SUM.exec(text) ?? [];
  if (first !== undefined) return Number(most) - Number(first);
  const context = Number(CONTEXT.exec(text)?.[1] ?? 0);
  const input = INPUT.exec(text)?.[1];
  if (input !== undefined) return context - Number(input);
  // Like `you requested about 99508 tokens`: the input and the bound.
  const both = Math.max(tokens, ...numbersIn(text).filter((one) => one !== context));
  return context - (both - tokens);
}

const numbersIn = (text: string): number[] => (text.match(NUMBERS) ?? []).map(Number);

function largestBelow(tokens: number, numbers: readonly number[]): number | null {
  const lower = numbers.filter((number) => number >= MIN_TOKENS && number < tokens);
  return lower.length === 0 ? null : Math.max(...lower);
}
