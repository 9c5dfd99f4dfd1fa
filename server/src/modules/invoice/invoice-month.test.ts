import { describe, expect, it } from 'vitest';
import { monthAt, monthOf, monthsBetween, unbrokenAround } from './invoice-month.ts';

const at = (text: string): number => Date.parse(text) / 1000;

describe('a month of invoices', () => {
  it.each([
    ['2026-10-01', 'UTC', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['2026-12-01', 'Asia/Shanghai', '2026-11-30T16:00:00Z', '2026-12-31T16:00:00Z'],
    // The clocks change within it: an hour less, and an hour more.
    ['2026-03-01', 'Europe/Berlin', '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'],
    ['2026-10-01', 'Europe/Berlin', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
    ['2028-02-01', 'Asia/Kolkata', '2028-01-31T18:30:00Z', '2028-02-29T18:30:00Z'],
  ])('%s in %s is half open', (date, timeZone, start, end) => {
    expect(monthOf(date, timeZone)).toEqual({ date, timeZone, start: at(start), end: at(end) });
  });

  it.each([
    ['2026-10-31T23:59:59Z', 'UTC', 0, '2026-10-01'],
    ['2026-11-01T00:00:00Z', 'UTC', -1, '2026-10-01'],
    ['2026-12-31T16:30:00Z', 'Asia/Shanghai', 0, '2027-01-01'],
    ['2027-01-01T00:00:00Z', 'UTC', -1, '2026-12-01'],
  ])('is that of %s in %s', (moment, timeZone, months, date) => {
    expect(monthAt(at(moment), timeZone, months)).toBe(date);
  });

  it('is among the months that were made without a gap', () => {
    const made = ['2026-08-01', '2026-11-01', '2026-12-01', '2027-02-01'];
    expect(unbrokenAround('2027-01-01', made)).toEqual({ first: '2026-11-01', last: '2027-02-01' });
    expect(unbrokenAround('2026-10-01', made)).toEqual({ first: '2026-10-01', last: '2026-12-01' });
    expect(unbrokenAround('2026-06-01', made)).toEqual({ first: '2026-06-01', last: '2026-06-01' });
  });

  it('is made up for over the change of a year, at most twelve of them', () => {
    expect(monthsBetween('2026-11-01', '2027-01-01')).toEqual(['2026-11-01', '2026-12-01', '2027-01-01']);
    expect(monthsBetween('2026-11-01', '2026-10-01')).toEqual([]);
    expect(monthsBetween('2020-01-01', '2026-10-01')).toHaveLength(12);
  });
});
