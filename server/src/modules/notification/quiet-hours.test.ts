import { describe, expect, it } from 'vitest';
import { nextDigestAt, quietUntil } from './quiet-hours.ts';

const at = (time: string): number => Date.parse(time) / 1000;
const shown = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 16);
const minute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const quiet = (from: string, to: string, time_zone = 'UTC') => ({
  ...{ quiet_from: minute(from), quiet_to: minute(to), time_zone },
});

describe('quiet hours', () => {
  it.each([
    ['within a day', '2027-01-15T12:30Z', quiet('12:00', '13:00'), '2027-01-15T13:00'],
    ['at their first minute', '2027-01-15T12:00Z', quiet('12:00', '13:00'), '2027-01-15T13:00'],
    ['at their end', '2027-01-15T13:00Z', quiet('12:00', '13:00'), '2027-01-15T13:00'],
    ['before midnight', '2027-01-15T23:00Z', quiet('22:00', '07:00'), '2027-01-16T07:00'],
    ['after midnight', '2027-01-16T03:00Z', quiet('22:00', '07:00'), '2027-01-16T07:00'],
    ['outside of them', '2027-01-15T21:59Z', quiet('22:00', '07:00'), '2027-01-15T21:59'],
    ['in another zone', '2027-01-15T14:00Z', quiet('22:00', '07:00', 'Asia/Tokyo'), '2027-01-15T22:00'],
    // The clocks of Berlin go forward in this night.
    ['in a short night', '2027-03-27T22:30Z', quiet('22:00', '07:00', 'Europe/Berlin'), '2027-03-28T05:00'],
    ['that are empty', '2027-01-15T12:00Z', quiet('12:00', '12:00'), '2027-01-15T12:00'],
  ])('%s', (_, now, hours, until) => {
    expect(shown(quietUntil(at(now), hours))).toBe(until);
  });

  it('are none where there is no time', () => {
    const none = { quiet_from: null, quiet_to: null, time_zone: 'UTC' };
    expect(quietUntil(5, none)).toBe(5);
  });
});

describe('the next morning', () => {
  it.each([
    ['2027-01-15T07:59Z', 'UTC', '2027-01-15T08:00'],
    ['2027-01-15T08:00Z', 'UTC', '2027-01-16T08:00'],
    ['2027-01-15T22:59Z', 'Asia/Tokyo', '2027-01-15T23:00'],
    ['2027-03-27T12:00Z', 'Europe/Berlin', '2027-03-28T06:00'],
  ])('after %s in %s is %s', (now, zone, next) => {
    expect(shown(nextDigestAt(at(now), zone))).toBe(next);
  });
});
