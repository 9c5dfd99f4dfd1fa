import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTimeZone } from '../test/in-time-zone.ts';
import type { TimeBucket } from './time-buckets.ts';

const file = join(import.meta.dirname, 'time-buckets.ts');
const seconds = (iso: string): number => Date.parse(iso) / 1000;
const bucketsIn = (zone: string, interval: 'day' | 'hour', [start, end]: [string, string]) => {
  const span = { start: seconds(start), end: seconds(end) };
  return inTimeZone<TimeBucket[]>(zone, file, `timeBuckets('${interval}', ${JSON.stringify(span)})`);
};

it.each([
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29', 23],
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01', 25],
  ['Australia/Lord_Howe', '2026-10-03T13:30:00Z', '2026-10-04', 23.5],
  ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05', 24.5],
  // The clock goes from 0:00 to 1:00.
  ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24', 23],
  ['America/Havana', '2026-11-01T04:00:00Z', '2026-11-01', 25],
  ['Asia/Kathmandu', '2026-05-31T18:15:00Z', '2026-06-01', 24],
  ['Pacific/Kiritimati', '2026-05-31T10:00:00Z', '2026-06-01', 24],
  ['Etc/GMT+12', '2026-06-01T12:00:00Z', '2026-06-01', 24],
])('in %s, the day that begins at %s is %s and has %d hours', (zone, start, name, hours) => {
  const from = seconds(start);
  const end = new Date((from + 40 * 3600) * 1000).toISOString();
  const days = bucketsIn(zone, 'day', [new Date((from + 3600) * 1000).toISOString(), end]);
  expect(days).toHaveLength(2);
  expect(days[0]).toEqual({ key: name, from, to: from + hours * 3600 - 1 });
  expect(days[1]?.from).toBe(from + hours * 3600);
});

it('names hours, and takes an hour that the clock repeats for one', () => {
  const hours = bucketsIn('America/New_York', 'hour', ['2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z']);
  expect(hours).toHaveLength(24);
  expect(hours.slice(0, 3).map(({ key, from, to }) => [key, (to + 1 - from) / 3600])).toEqual([
    ['2026-11-01 00:00', 1],
    ['2026-11-01 01:00', 2],
    ['2026-11-01 02:00', 1],
  ]);
});

it('takes hours as the server counts them where the reader’s midnight is within one', () => {
  const hours = bucketsIn('Asia/Kolkata', 'hour', ['2026-06-01T18:30:00Z', '2026-06-02T18:29:59Z']);
  expect(hours).toHaveLength(24);
  expect(hours[0]).toMatchObject({ key: '2026-06-02 00:30', from: seconds('2026-06-01T19:00:00Z') });
  expect(hours.at(-1)?.key).toBe('2026-06-02 23:30');
});
