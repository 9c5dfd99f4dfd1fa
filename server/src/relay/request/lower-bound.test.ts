import { describe, expect, it } from 'vitest';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { refusalSubject } from './lower-bound.ts';

const failure = (message: string, given: Partial<UpstreamFailure> = {}): UpstreamFailure =>
  ({ status: 400, code: '', param: '', type: '', message, ...given }) as UpstreamFailure;
const subjectOf = (refusal: UpstreamFailure, tokens = 100_000) =>
  refusalSubject(refusal, { member: 'max_tokens', tokens });

describe('a refusal', () => {
  it.each([
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens.',
    'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens',
    '`max_completion_tokens` 必须小于等于 8192',
    'Unable to submit request because it has a maxOutputTokens value of 100000',
    '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
  ])('is about the amount: %s', (message) => {
    expect(subjectOf(failure(message))).toBe('amount');
  });

  it('is about the amount where only its parameter says so', () => {
    const given = { param: 'max_tokens', code: 'invalid_value', status: 422 };
    expect(subjectOf(failure('Unsupported value', given))).toBe('amount');
  });

  it.each([
    "This model's maximum context length is 8192 tokens. However, you requested 99508 tokens",
    "'max_tokens' is too large: 9000. This model's maximum context length is 8192 tokens",
    'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
    'max_tokens 超过模型的上下文长度',
    '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3000 `inputs` tokens and 2000 `max_new_tokens`',
    'too many tokens: total number of tokens in the prompt and max_tokens exceeds 8000',
  ])('is about the context, whose room is another for each call: %s', (message) => {
    expect(subjectOf(failure(message))).toBe('context');
  });

  it('is about the context where only its code says so', () => {
    expect(subjectOf(failure('max_tokens', { code: 'context_length_exceeded' }))).toBe('context');
  });

  it('is about the member', () => {
    expect(subjectOf(failure('Unsupported parameter: max_tokens is not supported'))).toBe('member');
    expect(subjectOf(failure("Use 'max_completion_tokens' instead of max_tokens"))).toBe('member');
    const given = { param: 'max_tokens', code: 'unsupported_parameter' };
    expect(subjectOf(failure('Use max_completion_tokens.', given))).toBe('member');
  });

  it.each([
    ['is about another value', failure('temperature must be at most 2')],
    ['is about another member', failure('Unsupported parameter: top_k')],
    ['has another status', failure('max_tokens is too large', { status: 404 })],
  ])('%s', (_, one) => {
    expect(subjectOf(one)).toBe('other');
  });

  it('is not about a bound that nearly every model accepts', () => {
    expect(subjectOf(failure('max_tokens is too large'), 4096)).toBe('other');
  });
});
