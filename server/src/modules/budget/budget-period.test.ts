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
  ] as const)('%s at %s is from %s to %s', (period, now, start, end) => {
    expect(periodAt({ period, hours: 0 }, seconds(now), 'UTC')).toEqual({
      start: seconds(start),
      end: seconds(end),
    });
  });

  it.each([
    ['day', 0, 'Asia/Shanghai', '2026-11-22T16:00Z', '2026-11-22T16:00Z', '2026-11-23T16:00Z'],
    ['week', 0, 'Asia/Shanghai', '2026-11-22T15:59Z', '2026-11-15T16:00Z', '2026-11-22T16:00Z'],
    // The day on which clocks are set forward is an hour shorter, the one on which they are set back longer.
    ['day', 0, 'Europe/Berlin', '2026-03-29T12:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['month', 0, 'Europe/Berlin', '2026-10-31T12:00Z', '2026-09-30T22:00Z', '2026-10-31T23:00Z'],
    ['hours', 1, 'UTC', '2026-11-23T13:59:59Z', '2026-11-23T13:00Z', '2026-11-23T14:00Z'],
    ['hours', 5, 'UTC', '1970-01-01T09:59:59Z', '1970-01-01T05:00Z', '1970-01-01T10:00Z'],
    ['hours', 12, 'Asia/Kolkata', '2026-11-23T07:00Z', '2026-11-23T06:30Z', '2026-11-23T18:30Z'],
    // Both hours of that name are one window.
    ['hours', 1, 'Europe/Berlin', '2026-10-25T01:30Z', '2026-10-25T00:00Z', '2026-10-25T02:00Z'],
    ['hours', 1, 'Europe/Berlin', '2026-03-29T00:30Z', '2026-03-29T00:00Z', '2026-03-29T01:00Z'],
  ] as const)('%s (%s) in %s at %s is from %s to %s', (period, hours, zone, now, start, end) => {
    expect(periodAt({ period, hours }, seconds(now), zone)).toEqual({
      start: seconds(start),
      end: seconds(end),
    });
  });

  it('never ends for a total', () => {
    expect(periodAt({ period: 'total', hours: 0 }, seconds('2026-11-23'))).toEqual({ start: 0, end: null });
  });
});
