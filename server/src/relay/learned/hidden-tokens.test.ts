import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { HiddenTokens } from './hidden-tokens.ts';

const routeTo = (id: number, upstreamModel: string) => ({ channel: { id }, upstreamModel }) as Route;
const route = routeTo(1, 'm');

function learnedFrom(reports: readonly number[]): number {
  const hidden = new HiddenTokens();
  for (const tokens of reports) hidden.note(route, { input: tokens - 100, output: null });
  return hidden.find(route)?.input.high ?? 0;
}

describe('hidden tokens', () => {
  it('is what reports exceed the expected 100 by, never less than nothing', () => {
    expect(learnedFrom([600, 600, 600])).toBe(500);
    expect(learnedFrom([20, 20, 20])).toBe(0);
    expect(learnedFrom([])).toBe(0);
  });

  it('does not follow a single odd report, however early or large it is', () => {
    expect(learnedFrom([9_000_000])).toBe(0);
    expect(learnedFrom([9_000_000, 600])).toBe(500);
    expect(learnedFrom([600, 600, 9_000_000, 600])).toBe(500);
  });

  it('covers what one call in ten adds, and forgets what 64 calls have not added', () => {
    const withTools = Array.from({ length: 64 }, (_, index) => (index % 10 === 0 ? 2100 : 600));
    expect(learnedFrom(withTools)).toBe(2000);
    expect(learnedFrom([...withTools, ...new Array(64).fill(600)])).toBe(500);
  });

  it('is bounded, whatever one user makes an upstream report', () => {
    expect(learnedFrom(new Array(64).fill(90_000_000))).toBe(32_768);
  });

  it('is of one model on one channel', () => {
    const hidden = new HiddenTokens();
    for (let i = 0; i < 3; i += 1) hidden.note(route, { input: 500, output: 7 });
    expect(hidden.find(routeTo(1, 'other'))).toBeUndefined();
    expect(hidden.find(routeTo(2, 'm'))).toBeUndefined();
    expect(hidden.find(route)?.output.high).toBe(7);
  });

  it('is the count below the largest sixteenth of the last 64', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40_000), { minLength: 1, maxLength: 200 }), (reports) => {
        const last = reports.slice(-64).map((tokens) => Math.min(Math.max(0, tokens - 100), 32_768));
        const leftOut = Math.max(1, Math.floor(last.length / 16));
        const expected = last.sort((a, b) => a - b).at(-1 - leftOut);
        return learnedFrom(reports) === (last.length === 1 ? 0 : expected);
      }),
    );
  });
});
