import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTimeZone } from '../test/in-time-zone.ts';
import { type TimeRange, toTimestamps } from './time-range.ts';

const now = new Date('2026-11-03T12:34:56Z');
const startOf = (range: TimeRange) =>
  new Date((toTimestamps(range, {}, now).start_timestamp ?? 0) * 1000).toISOString();

it('ends hours now', () => {
  expect(startOf('1h')).toBe('2026-11-03T11:34:56.000Z');
  expect(startOf('24h')).toBe('2026-11-02T12:34:56.000Z');
  expect(toTimestamps('all', {}, now)).toEqual({});
});

it.each([
  ['today', '2026-11-03T05:00:00.000Z'],
  // On the other side of a clock change, midnight is an hour earlier.
  ['7d', '2026-10-28T04:00:00.000Z'],
  ['30d', '2026-10-05T04:00:00.000Z'],
  ['month', '2026-11-01T04:00:00.000Z'],
])('begins %s at midnight of the reader’s days, today included', (range, start) => {
  const file = join(import.meta.dirname, 'time-range.ts');
  const call = `toTimestamps('${range}', {}, new Date(${now.getTime()}))`;
  const found = inTimeZone<{ start_timestamp: number }>('America/New_York', file, call);
  expect(new Date(found.start_timestamp * 1000).toISOString()).toBe(start);
});
