import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { constantOffsets, endOfDay, nameOfDay, startOfDay } from './zone-days.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1000;
const iso = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString().slice(0, 19);

describe('a day of a time zone', () => {
  it.each([
    // The clock is set ahead, and back.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00', '2026-03-29T22:00:00', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00', '2026-10-25T23:00:00', 25],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00', '2026-03-09T04:00:00', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00', '2026-11-02T05:00:00', 25],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00', '2026-10-04T13:00:00', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00', '2026-04-05T13:30:00', 24.5],
    // At midnight, which this day does not have.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00', '2026-04-24T21:00:00', 23],
    // To the midnight that has just been.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00', '2026-11-02T05:00:00', 25],
    ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00', '2026-06-01T18:15:00', 24],
    ['Asia/Kolkata', '2026-06-01', '2026-05-31T18:30:00', '2026-06-01T18:30:00', 24],
    ['Pacific/Kiritimati', '2026-06-01', '2026-05-31T10:00:00', '2026-06-01T10:00:00', 24],
    ['-14:00', '2026-06-01', '2026-06-01T14:00:00', '2026-06-02T14:00:00', 24],
    ['UTC', '2026-06-01', '2026-06-01T00:00:00', '2026-06-02T00:00:00', 24],
  ])('in %s, %s, is from %s to %s: %d hours', (zone, day, start, end, hours) => {
    const [first, next] = [seconds(`${start}Z`), seconds(`${end}Z`)];
    for (const moment of [first, first + 3600, next - 1]) {
      expect(nameOfDay(moment, zone)).toBe(day);
      expect(iso(startOfDay(moment, zone))).toBe(start);
      expect(iso(endOfDay(moment, zone))).toBe(end);
    }
    expect((next - first) / 3600).toBe(hours);
    expect(nameOfDay(first - 1, zone)).not.toBe(day);
    expect(nameOfDay(next, zone)).not.toBe(day);
  });

  it('so many days away begins at the midnight of its own offset', () => {
    const now = seconds('2026-11-28T12:00:00Z');
    expect(iso(startOfDay(now, 'America/New_York', -30))).toBe('2026-10-29T04:00:00');
    expect(iso(startOfDay(now, 'America/New_York', -6))).toBe('2026-11-22T05:00:00');
  });
});

describe('the parts of a range with one offset', () => {
  const partsOf = (timeZone: string, [start, end]: [string, string], step?: number) =>
    constantOffsets({ start: seconds(start), end: seconds(end), timeZone }, step).map((part) => [
      iso(part.start),
      iso(part.end),
      part.offsetSeconds / 3600,
    ]);

  it('end where the clock is changed', () => {
    expect(partsOf('America/New_York', ['2026-10-20T10:00:09Z', '2026-11-28T12:00:00Z'])).toEqual([
      ['2026-10-20T10:00:09', '2026-11-01T05:59:59', -4],
      ['2026-11-01T06:00:00', '2026-11-28T12:00:00', -5],
    ]);
    expect(partsOf('Asia/Kathmandu', ['2026-01-01', '2026-12-31'])).toEqual([
      ['2026-01-01T00:00:00', '2026-12-31T00:00:00', 5.75],
    ]);
  });

  it('begin on a whole hour behind the change where this is asked', () => {
    expect(partsOf('Australia/Lord_Howe', ['2026-10-01', '2026-10-09'], 3600)).toEqual([
      ['2026-10-01T00:00:00', '2026-10-03T15:59:59', 10.5],
      ['2026-10-03T16:00:00', '2026-10-09T00:00:00', 11],
    ]);
  });

  it('are none of a range without a second', () => {
    expect(partsOf('UTC', ['2026-10-02', '2026-10-01'])).toEqual([]);
  });
});

describe('the zone of the site', () => {
  const module = fileURLToPath(new URL('./zone-days.ts', import.meta.url));
  const script = `const { siteTimeZone } = await import(${JSON.stringify(module)}); console.log(siteTimeZone());`;
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['', 'UTC'],
    ['Foo/Bar', 'UTC'],
  ])('with TZ=%j is %s', (TZ, expected) => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ },
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe(expected);
  });
});
