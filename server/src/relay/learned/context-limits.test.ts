import { describe, expect, it } from 'vitest';
import { ContextLimits, lengthOf } from './context-limits.ts';

const HOUR_MS = 3_600_000;
const facts = (likelyInputTokens: number) => ({
  ...{ likelyInputTokens, media: null, maxOutputTokens: null, answerCount: 1 },
});
const of = (tokens: number, userId = 1) => ({ identity: { userId }, facts: facts(tokens) });
const at = (id: number, upstreamModel = 'm') => ({ channel: { id }, upstreamModel });

describe('lengths that channels refused', () => {
  it('count for as long or longer requests to the same model there, for an hour', () => {
    let now = 5;
    const limits = new ContextLimits({ monotonicMs: () => now });
    expect(limits.mayRefuse(of(1_000_000))).toBe(false);
    limits.note(at(1), of(100));
    expect([99, 100, 500].map((tokens) => limits.refuses(at(1), of(tokens)))).toEqual([false, true, true]);
    expect(limits.refuses(at(2), of(500))).toBe(false);
    expect(limits.refuses(at(1), of(500, 2))).toBe(false);
    expect(limits.refuses(at(1, 'other'), of(500))).toBe(false);
    limits.note(at(1), of(80));
    limits.note(at(1), of(300));
    expect([79, 80].map((tokens) => limits.refuses(at(1), of(tokens)))).toEqual([false, true]);
    now += HOUR_MS;
    expect(limits.refuses(at(1), of(500))).toBe(false);
    limits.note(at(1), of(300));
    expect(limits.refuses(at(1), of(80))).toBe(false);
  });

  it('end with an answer to such a request', () => {
    const limits = new ContextLimits({ monotonicMs: () => 5 });
    limits.note(at(1), of(100));
    limits.disprove(at(1), of(99));
    expect(limits.refuses(at(1), of(100))).toBe(true);
    limits.disprove(at(1), of(100));
    expect(limits.refuses(at(1), of(100))).toBe(false);
  });

  it('are of a bounded number', () => {
    const limits = new ContextLimits({ monotonicMs: () => 5 });
    for (let id = 1; id <= 10_001; id += 1) limits.note(at(id), of(100));
    expect(limits.refuses(at(1), of(100))).toBe(false);
    expect(limits.refuses(at(10_001), of(100))).toBe(true);
  });

  it('include the limit of one answer', () => {
    expect(lengthOf({ ...facts(100), maxOutputTokens: 60, answerCount: 3 })).toBe(120);
  });
});
