import { describe, expect, it } from 'vitest';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { refusesBound } from './lower-bound.ts';

const failure = (message: string, given: Partial<UpstreamFailure> = {}): UpstreamFailure =>
  ({ status: 400, code: '', param: '', type: '', message, ...given }) as UpstreamFailure;

describe('a refusal', () => {
  it.each([
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens.',
    'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens',
    "This model's maximum context length is 8192 tokens. However, you requested 99508 tokens",
    '`max_completion_tokens` 必须小于等于 8192',
    'Unable to submit request because it has a maxOutputTokens value of 100000',
  ])('is about the bound: %s', (message) => {
    expect(refusesBound(failure(message), 100_000)).toBe(true);
  });

  it('is about the bound where only its parameter says so', () => {
    const given = { param: 'max_tokens', code: 'invalid_value', status: 422 };
    expect(refusesBound(failure('Unsupported value', given), 100_000)).toBe(true);
  });

  it.each([
    ['is about another member', failure('temperature must be at most 2')],
    ['is about the name of the member', failure('Unsupported parameter: max_tokens is not supported')],
    ['has another status', failure('max_tokens is too large', { status: 404 })],
  ])('%s', (_, one) => {
    expect(refusesBound(one, 100_000)).toBe(false);
  });

  it('is not about a bound that nearly every model accepts', () => {
    expect(refusesBound(failure('max_tokens is too large'), 4096)).toBe(false);
  });
});
