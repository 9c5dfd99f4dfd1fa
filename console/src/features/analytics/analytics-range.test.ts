import { expect, it } from 'vitest';
import { toTimestamps } from '../../ui/filter/time-range.ts';
import { analyticsFilter } from './analytics-api.ts';
import { toBounds } from './analytics-range.ts';

const at = (day: string): number => new Date(`${day}T00:00`).getTime() / 1000;
const now = at('2027-01-15') + 8 * 3600;

it.each([
  [{ range: 'today' }, ['2027-01-15', '2027-01-16', 'hour']],
  [{ range: '7d' }, ['2027-01-09', '2027-01-16', 'day']],
  [{ range: '90d' }, ['2026-10-18', '2027-01-16', 'day']],
  [{ range: 'custom', from: '2027-01-10', to: '2027-01-12' }, ['2027-01-10', '2027-01-13', 'day']],
  // A range that is turned round is its last day.
  [{ range: 'custom', from: '2027-01-14', to: '2027-01-10' }, ['2027-01-10', '2027-01-11', 'hour']],
  [{ range: 'custom', from: '2000-01-01', to: '2027-01-15' }, ['2025-12-12', '2027-01-16', 'day']],
  [{ range: 'custom', from: 'x', to: undefined }, ['2027-01-09', '2027-01-16', 'day']],
] as const)('makes %j whole days', (given, [first, next, interval]) => {
  expect(toBounds(given, now)).toEqual({ start: at(first), end: at(next) - 1, interval });
});

it.each(['today', '7d', '30d'] as const)('begins %s as the log does', (range) => {
  const { start_timestamp } = toTimestamps(range, {}, new Date(now * 1000));
  expect(toBounds({ range }, now).start).toBe(start_timestamp);
});

it.each(['2026-13-45', '1790000000', '%00', '+275760-09-13'])(
  'does not take %s of the address for a day',
  (from) => {
    expect(analyticsFilter.parse({ from, to: '2026-11-28' })).toMatchObject({
      from: undefined,
      to: '2026-11-28',
    });
  },
);
