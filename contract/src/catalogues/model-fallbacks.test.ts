import { describe, expect, it } from 'vitest';
import { modelFallbacksIssue, parseModelFallbacks } from './model-fallbacks.ts';

const issueOf = (value: unknown) => modelFallbacksIssue(JSON.stringify(value));

describe('fallbacks of models', () => {
  it('are lists in order, by model', () => {
    const text = '{"a": ["b", "c"], "b": ["c"], "__proto__": ["c"]}';
    expect(modelFallbacksIssue(text)).toBeUndefined();
    expect([...parseModelFallbacks(text)]).toEqual([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['__proto__', ['c']],
    ]);
    expect(parseModelFallbacks('{}').size).toBe(0);
  });

  it.each(['', '[]', 'null', '"a"', '{"a":'])('are an object: not %s', (text) => {
    expect(modelFallbacksIssue(text)).toBe('option.not_fallbacks');
    expect(parseModelFallbacks(text).size).toBe(0);
  });

  it.each([
    ['no list', 'b'],
    ['an empty list', []],
    ['more than eight names', ['1', '2', '3', '4', '5', '6', '7', '8', '9']],
    ['a name twice', ['b', 'b']],
    ['a name with a space before it', ['b', ' c']],
    ['an empty name', ['b', ' ']],
    ['a pattern', ['b*']],
    ['something else than names', ['b', 1]],
    ['a control character', ['b\u0000c']],
    ['a long name', ['b'.repeat(201)]],
  ])('name the model that has %s', (_what, names) => {
    const value = { ok: ['x'], 'gpt-4.1': names };
    expect(issueOf(value)).toBe('option.fallbacks_of|gpt-4.1');
    expect(parseModelFallbacks(JSON.stringify(value)).size).toBe(0);
  });

  it.each(['', ' a', 'a*'])('are of a model by its whole name, not of %j', (model) => {
    expect(issueOf({ [model]: ['b'] })).toBe(`option.fallbacks_of|${model}`);
  });

  it('are of at most 500 models', () => {
    const of = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, ['x']]));
    expect(issueOf(of(500))).toBeUndefined();
    expect(issueOf(of(501))).toBe('option.not_fallbacks');
  });

  it.each([
    ['itself', { a: ['a'] }, 'a → a'],
    ['itself by another one', { a: ['x', 'b'], b: ['a'] }, 'a → b → a'],
    ['a model further on', { start: ['a'], a: ['b', 'c'], c: ['d'], d: ['a'] }, 'a → c → d → a'],
  ])('name the loop where a model leads to %s', (_what, value, loop) => {
    expect(issueOf(value)).toBe(`option.fallbacks_lead_back|${loop}`);
  });

  it('may meet again without a loop', () => {
    expect(issueOf({ a: ['b', 'c'], b: ['d'], c: ['d', 'b'], d: ['e'] })).toBeUndefined();
  });

  it('are checked as fast where many lists meet again', () => {
    const layers = Array.from({ length: 60 }, (_, layer) =>
      Array.from({ length: 8 }, (_, index) => `m${layer}-${index}`),
    );
    const value = Object.fromEntries(
      layers.flatMap((names, layer) => names.map((name) => [name, layers[layer + 1] ?? ['last']])),
    );
    expect(issueOf(value)).toBeUndefined();
    value[layers[59]?.[7] ?? ''] = ['m0-0'];
    expect(issueOf(value)).toMatch(/^option\.fallbacks_lead_back\|m0-0 → m1-0 .* → … → m0-0$/);
  });
});
