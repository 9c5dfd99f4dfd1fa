import { describe, expect, it } from 'vitest';
import { parseModelTokens } from './model-tokens.ts';

describe('tokens by models', () => {
  it('are read', () => {
    expect(parseModelTokens('{"default": 8192, "a": 1}')).toEqual({ default: 8192, a: 1 });
  });

  it.each([
    '',
    '[]',
    'null',
    '{}',
    '{"a":5}',
    '{"default":0}',
    '{"default":"5"}',
    '{"default":1.5}',
    '{"default":1e9}',
  ])('are not: %s', (text) => {
    expect(parseModelTokens(text)).toBeNull();
  });
});
