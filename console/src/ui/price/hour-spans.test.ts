import type { PriceHours } from '@turnpike/contract';
import { expect, it } from 'vitest';
import { hourNow, hourSpans, weekOfHours } from './hour-spans.ts';

const at = (time: string): number => Date.parse(time) / 1000;
const hours: PriceHours = {
  time_zone: 'Asia/Shanghai',
  holidays: [],
  rules: [
    { days: [1, 2, 3, 4, 5], from: '09:00', to: '12:00', on_holidays: false, ratio: 2 },
    { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00', on_holidays: false, ratio: 0.5 },
  ],
};

it('joins the times of one factor, also over midnight', () => {
  // 2027-03-01 is a Monday.
  expect(hourSpans(hours, at('2027-03-01T00:00Z'), at('2027-03-02T00:00Z'))).toEqual([
    { fromSeconds: at('2027-03-01T00:00Z'), untilSeconds: at('2027-03-01T01:00Z'), ratio: 1 },
    { fromSeconds: at('2027-03-01T01:00Z'), untilSeconds: at('2027-03-01T04:00Z'), ratio: 2 },
    { fromSeconds: at('2027-03-01T04:00Z'), untilSeconds: at('2027-03-01T14:00Z'), ratio: 1 },
    { fromSeconds: at('2027-03-01T14:00Z'), untilSeconds: at('2027-03-01T22:00Z'), ratio: 0.5 },
    { fromSeconds: at('2027-03-01T22:00Z'), untilSeconds: at('2027-03-02T00:00Z'), ratio: 1 },
  ]);
});

it('names the present factor and its end', () => {
  expect(hourNow(hours, at('2027-03-01T15:00Z'))).toEqual({
    ratio: 0.5,
    untilSeconds: at('2027-03-01T22:00Z'),
  });
  expect(hourNow(hours, at('2027-03-01T00:59:59Z'))).toEqual({
    ratio: 1,
    untilSeconds: at('2027-03-01T01:00Z'),
  });
  const always = {
    ...hours,
    rules: [{ ...(hours.rules[1] as never as object), from: '00:00', to: '00:00' }],
  };
  expect(hourNow(always as PriceHours, at('2027-03-01T15:00Z'))).toEqual({ ratio: 0.5, untilSeconds: null });
});

it('lists seven days of the reader, each from midnight to midnight', () => {
  const days = weekOfHours(hours, at('2027-03-01T15:00Z'));
  expect(days).toHaveLength(7);
  for (const { startSeconds, spans } of days) {
    expect(new Date(startSeconds * 1000).getHours()).toBe(0);
    for (const { fromSeconds, untilSeconds, ratio } of spans) {
      expect(fromSeconds).toBeGreaterThanOrEqual(startSeconds);
      expect(untilSeconds - startSeconds).toBeLessThanOrEqual(86_400);
      expect(ratio).not.toBe(1);
    }
  }
});
