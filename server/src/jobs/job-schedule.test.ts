import { describe, expect, it } from 'vitest';
import { backOffMs, nextRunAfter } from './job-schedule.ts';

const at = (text: string) => Date.parse(text);
const nightly = { cron: '10 2 * * *', timeZone: 'Europe/Berlin' };
const next = (text: string, schedule = nightly) => new Date(nextRunAfter(schedule, at(text))).toISOString();

describe('the next run of a job', () => {
  it('follows after an interval', () => {
    expect(nextRunAfter({ everySeconds: 60 }, 1_000)).toBe(61_000);
  });

  it('follows at a time of day in a zone, never at the moment itself', () => {
    expect(next('2026-11-28T01:09:59.999Z')).toBe('2026-11-28T01:10:00.000Z');
    expect(next('2026-11-28T01:10:00Z')).toBe('2026-11-29T01:10:00.000Z');
    expect(next('2026-06-28T01:10:00Z')).toBe('2026-06-29T00:10:00.000Z');
  });

  it('comes once on days on which the clocks change', () => {
    // 02:10 occurs twice on 25 October. It never occurs on 29 March, so the job runs at 03:00.
    expect(next('2026-10-24T12:00:00Z')).toBe('2026-10-25T00:10:00.000Z');
    expect(next('2026-10-25T00:10:00Z')).toBe('2026-10-26T01:10:00.000Z');
    expect(next('2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(next('2026-03-29T01:00:00Z')).toBe('2026-03-30T00:10:00.000Z');
  });

  it.each([
    ['0 0 30 2 *', 'UTC'],
    ['every day', 'UTC'],
    ['0 0 * * *', 'Europe/Atlantis'],
  ])('is an error where the schedule is %s in %s', (cron, timeZone) => {
    expect(() => nextRunAfter({ cron, timeZone }, 0)).toThrow();
  });
});

it.each([
  [{ everySeconds: 1 }, [1, 2, 4, 8, 16, 32, 60, 60]],
  [{ everySeconds: 60 }, [60, 60]],
  [{ everySeconds: 3600 }, [60, 120, 240, 480, 960, 1920, 3600, 3600]],
  [{ everySeconds: 86_400 }, [60, 120, 240, 480, 960, 1920, 3600, 3600]],
  [nightly, [60, 120, 240, 480, 960, 1920, 3600, 3600]],
])('a job of %j pauses longer after each failure, up to a bound', (schedule, seconds) => {
  expect(seconds.map((_, index) => backOffMs(schedule, index + 1) / 1000)).toEqual(seconds);
  expect(backOffMs(schedule, 5_000) / 1000).toBe(seconds.at(-1));
});
