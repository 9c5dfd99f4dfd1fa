import { describe, expect, it } from 'vitest';
import { chargedTokens, chargedUnits } from './task-terms.ts';

describe('the measure of a vendor', () => {
  const units = [{ kind: 'second' as const, variant: 'pro', count: 120 }];
  it.each([
    [90, 90],
    [1201, 1200],
    [Number.MAX_SAFE_INTEGER, 1200],
    [-1, 120],
    [Number.NaN, 120],
    [1.5, 120],
  ])('of %d seconds, of 120 that were held, is charged as %d', (count, charged) => {
    expect(chargedUnits({ units }, [{ kind: 'second', count }])).toEqual([
      { kind: 'second', variant: 'pro', count: charged },
    ]);
    expect(chargedTokens({ outputTokens: 120 }, count)).toBe(charged);
  });
});
