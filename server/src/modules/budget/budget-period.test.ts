import { describe, expect, it } from 'vitest';
import { periodAt } from './budget-period.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;

describe('the period of a budget', () => {
  it.each([
    ['day', '2026-11-23T13:00:00Z', '2026-11-23', '2026-11-24'],
    ['day', '2026-11-23T00:00:00Z', '2026-11-23', '2026-11-24'],
    ['day', '2026-11-22T23:59:59Z', '2026-11-22', '2026-11-23'],
    // Clocks of other zones change on this day; UTC does not.
    ['day', '2026-03-29T02:30:00Z', '2026-03-29', '2026-03-30'],
    ['week', '2026-11-22T23:59:59Z', '2026-11-16', '2026-11-23'],
    ['week', '2026-11-23T00:00:00Z', '2026-11-23', '2026-11-30'],
    ['week', '2027-01-01T12:00:00Z', '2026-12-28', '2027-01-04'],
    ['month', '2028-02-29T23:59:59Z', '2028-02-01', '2028-03-01'],
    ['month', '2026-12-31T23:59:59Z', '2026-12-01', '2027-01-01'],
    ['month', '2027-01-01T00:00:00Z', '2027-01-01', '2027-02-01'],
  ] as const)('%s at %s is from %s to %s', (name, now, start, end) => {
    expect(periodAt(name, seconds(now))).toEqual({ start: seconds(start), end: seconds(end) });
  });

  it('never ends for a total', () => {
    expect(periodAt('total', seconds('2026-11-23'))).toEqual({ start: 0, end: null });
  });
});
