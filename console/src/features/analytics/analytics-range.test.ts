import { expect, it } from 'vitest';
import { toBounds } from './analytics-range.ts';

/** 15 January 2027, 00:00 UTC. */
const MIDNIGHT = 1_799_971_200;
const DAY = 86_400;
const now = MIDNIGHT + 8 * 3600;

it.each([
  [{ range: 'today' }, { start: MIDNIGHT, end: MIDNIGHT + DAY - 1, interval: 'hour' }],
  [{ range: '7d' }, { start: MIDNIGHT - 6 * DAY, end: MIDNIGHT + DAY - 1, interval: 'day' }],
  [
    { range: 'custom', from: '2027-01-10', to: '2027-01-12' },
    { start: MIDNIGHT - 5 * DAY, end: MIDNIGHT - 2 * DAY - 1, interval: 'day' },
  ],
  // A range that is turned round is its last day.
  [
    { range: 'custom', from: '2027-01-14', to: '2027-01-10' },
    { start: MIDNIGHT - 5 * DAY, end: MIDNIGHT - 4 * DAY - 1, interval: 'hour' },
  ],
  [
    { range: 'custom', from: '2000-01-01', to: '2027-01-15' },
    { start: MIDNIGHT - 399 * DAY, end: MIDNIGHT + DAY - 1, interval: 'day' },
  ],
] as const)('makes %j whole days', (given, bounds) => {
  expect(toBounds(given, 0, now)).toEqual(bounds);
});

it("begins at the reader's midnight", () => {
  expect(toBounds({ range: 'today' }, 480, now).start).toBe(MIDNIGHT - 8 * 3600);
});
