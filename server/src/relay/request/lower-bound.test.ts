import { describe, expect, it } from 'vitest';
import { lowerBoundOf } from './lower-bound.ts';

const refusal = { status: 400, code: '', type: 'invalid_request_error', param: '', message: '' };
const bound = 50_000;

describe('a bound that a model refuses as too large', () => {
  it.each([
    // OpenAI
    [
      'max_tokens is too large: 50000. This model supports at most 16384 completion tokens, whereas you provided 50000.',
      { tokens: 16_384, isForThisCall: false },
    ],
    // DeepSeek
    [
      'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
      { tokens: 8192, isForThisCall: false },
    ],
    // Anthropic, with a model whose name has numbers
    [
      'max_tokens: 50000 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307',
      { tokens: 4096, isForThisCall: false },
    ],
    // vLLM
    [
      "'max_tokens' or 'max_completion_tokens' is too large: 50000. This model's maximum context length is 4000 tokens and your request has 200 input tokens (50000 > 4000 - 200).",
      { tokens: 3800, isForThisCall: true },
    ],
    [
      "This model's maximum context length is 4097 tokens. However, you requested 50097 tokens (97 in the messages, 50000 in the completion).",
      { tokens: 4000, isForThisCall: true },
    ],
    // Anthropic, with an input that leaves little room
    [
      'input length and `max_tokens` exceed context limit: 170000 + 50000 > 200000, decrease input length or `max_tokens` and try again',
      { tokens: 30_000, isForThisCall: true },
    ],
    // TGI
    [
      '`inputs` tokens + `max_tokens` must be <= 8193. Given: 8000 `inputs` tokens and 50000 `max_tokens`',
      { tokens: 4096, isForThisCall: true },
    ],
    ['max_tokens must be less than or equal to 32,768', { tokens: 32_768, isForThisCall: false }],
    ['Error code: 400 - max_tokens exceeds 2,048 (status 422)', { tokens: 2048, isForThisCall: false }],
    // Google
    [
      'Unable to submit request because it has a max_tokens value of 50000 but the supported range is from 1 (inclusive) to 8193 (exclusive).',
      { tokens: 8192, isForThisCall: false },
    ],
    // By another name, or none
    ['max_completion_tokens must be at most 16384 for this model', { tokens: 16_384, isForThisCall: false }],
    ['This model writes at most 8192 output tokens', { tokens: 8192, isForThisCall: false }],
    ['output length out of range', { tokens: 4096, isForThisCall: true }],
    // Bedrock, Zhipu, Cohere, Moonshot, MiniMax, pydantic
    [
      'The maximum tokens you requested exceeds the model limit of 16384. Try again with a maximum tokens value that is lower than 16384.',
      { tokens: 16_384, isForThisCall: false },
    ],
    ['max_tokens 参数非法。取值范围 [1, 16384]', { tokens: 16_384, isForThisCall: false }],
    [
      'too many tokens: max tokens must be less than or equal to 16384, received 50000.',
      { tokens: 16_384, isForThisCall: false },
    ],
    [
      'Invalid request: Your request exceeded model token limit: 16384',
      { tokens: 16_384, isForThisCall: false },
    ],
    ['tokens_to_generate should be in (0, 16384]', { tokens: 16_384, isForThisCall: false }],
    [
      'body.max_tokens: Input should be less than or equal to 16384',
      { tokens: 16_384, isForThisCall: false },
    ],
    // Groq, whose own bound is below its `context_window`
    [
      '`max_completion_tokens` must be less than or equal to `16384`, the maximum value for `max_completion_tokens` is less than the `context_window` for this model',
      { tokens: 16_384, isForThisCall: false },
    ],
    ['max_tokens must be between 1 and 16384.', { tokens: 16_384, isForThisCall: false }],
    // OpenRouter, SGLang, Cerebras
    [
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 50020 tokens (20 of text input, 50000 in the output).",
      { tokens: 32_748, isForThisCall: true },
    ],
    [
      "Requested token count exceeds the model's maximum context length of 32768 tokens. You requested a total of 50020 tokens: 20 tokens from the input messages and 50000 tokens for the completion.",
      { tokens: 32_748, isForThisCall: true },
    ],
    [
      'Please reduce the length of the messages or completion. Current length is 50196 while limit is 32768',
      { tokens: 32_572, isForThisCall: true },
    ],
    // Fireworks: streams may be longer
    ['Requests with max_tokens > 4096 must have stream=true', { tokens: 4096, isForThisCall: true }],
    // In words that are not known
    ['Argument not supported on this model: max_tokens above 16384', { tokens: 4096, isForThisCall: true }],
    ['max_tokens: höchstens 16384 sind erlaubt', { tokens: 4096, isForThisCall: true }],
    ['参数非法:需小于等于 16384', { tokens: 4096, isForThisCall: true }],
    // A number that is no bound of the model
    ['max_tokens must be at most 16384 (request id 20260)', { tokens: 16_384, isForThisCall: false }],
    ['max_tokens is too large. See error 1017.', { tokens: 1017, isForThisCall: true }],
    ['max_tokens is too large: at most 2768 tokens are left', { tokens: 2768, isForThisCall: true }],
    ['max_tokens is too large: at most 192 tokens left', { tokens: 192, isForThisCall: true }],
    // No number
    ['max_tokens is too large', { tokens: 4096, isForThisCall: true }],
    ['Error code: 400 - max_tokens is too large', { tokens: 4096, isForThisCall: true }],
  ])('is lowered by what it says: %s', (message, lower) => {
    expect(lowerBoundOf({ ...refusal, message }, bound)).toEqual(lower);
  });

  it('is lowered by a code of a wrong value alone', () => {
    const failure = { ...refusal, param: 'max_tokens', code: 'integer_above_max_value' };
    expect(lowerBoundOf(failure, bound)).toEqual({ tokens: 4096, isForThisCall: true });
  });
});

it.each([
  [
    'the member is not known',
    { param: 'max_tokens', message: "Unsupported parameter: 'max_tokens' > use another." },
  ],
  ['something else is wrong', { message: 'messages: at most 100 images' }],
  ['another number is named', { message: 'Request rejected by our safety system (ref 20251)' }],
  ['time was up', { message: 'The image could not be read: timed out after 10000 ms' }],
  ['more is named than was asked for', { message: 'Your spending limit of 500000 is reached' }],
  ['no number is as large as a bound', { message: 'messages: höchstens 100 Bilder, Fehler 400' }],
  ['the upstream is busy', { status: 429, message: 'max_tokens: at most 8000 tokens a minute' }],
])('nothing is lowered where %s', (_why, failure) => {
  expect(lowerBoundOf({ ...refusal, ...failure }, bound)).toBeNull();
});

it('a bound that nearly every model takes is not lowered for words that are not known', () => {
  const message = 'höchstens 16384 Zeichen sind erlaubt';
  expect(lowerBoundOf({ ...refusal, message }, 4096)).toBeNull();
});

it('an answer shorter than sixteen tokens is not asked for', () => {
  const message = "This model's maximum context length is 400 tokens and your request has 395 input tokens";
  expect(lowerBoundOf({ ...refusal, message }, 40)).toBeNull();
});
