import { paymentGatewayKinds } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { boundsOf, canBeChecked, daysToCheck, innerBoundsOf } from './statement-days.ts';

const beijing = paymentGatewayKinds.alipay?.statement ?? { timeZone: '', readySeconds: 0 };
const utc = paymentGatewayKinds.stripe?.statement ?? { timeZone: '', readySeconds: 0 };
const at = (time: string): number => Date.parse(time) / 1000;
const OLD = at('2026-01-01T00:00:00Z');

describe('the days of statements', () => {
  it('are those of the gateway', () => {
    expect(boundsOf('2027-01-15', beijing)).toEqual({
      start: at('2027-01-14T16:00:00Z'),
      end: at('2027-01-15T16:00:00Z'),
    });
    expect(boundsOf('2027-01-15', utc).start).toBe(at('2027-01-15T00:00:00Z'));
    expect(innerBoundsOf('2027-01-15', utc)).toEqual({
      start: at('2027-01-15T00:10:00Z'),
      end: at('2027-01-15T23:50:00Z'),
    });
  });

  it.each([
    ['2027-01-16T10:29:59+08:00', '2027-01-14'],
    ['2027-01-16T10:30:00+08:00', '2027-01-15'],
    ['2027-01-17T00:00:00+08:00', '2027-01-15'],
  ])('begin half past ten in Beijing: %s', (time, newest) => {
    expect(daysToCheck(beijing, at(time), OLD)[0]).toBe(newest);
  });

  it('go back a week over the end of a year, and not before the gateway', () => {
    const now = at('2027-01-04T03:00:00Z');
    const days = ['2027-01-03', '2027-01-02', '2027-01-01', '2026-12-31', '2026-12-30'];
    expect(daysToCheck(utc, now, OLD)).toEqual([...days, '2026-12-29', '2026-12-28']);
    expect(daysToCheck(utc, now, at('2027-01-01T12:00:00Z'))).toEqual(days.slice(0, 3));
    expect(daysToCheck(utc, now, now)).toEqual([]);
  });

  it.each([
    ['2027-01-16', false],
    ['2027-01-15', true],
    ['2026-10-18', true],
    ['2026-10-17', false],
    ['2028-01-01', false],
    ['2026-11-31', false],
    ['2027-01-15T', false],
  ])('can be checked by hand: %s %s', (day, isAllowed) => {
    expect(canBeChecked(day, beijing, at('2027-01-16T00:00:00+08:00'))).toBe(isAllowed);
  });
});
