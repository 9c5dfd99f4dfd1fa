import { describe, expect, it } from 'vitest';
import { dayHours, worstHour } from './day-hours.ts';

const HOUR = 1_800_000_000 - (1_800_000_000 % 3600);

describe('the last 24 hours of a channel', () => {
  it('end with the present hour and fill those without calls', () => {
    const old = { hour: HOUR - 24 * 3600, calls: 9, failures: 9 };
    const hours = dayHours([old, { hour: HOUR, calls: 4, failures: 1 }], HOUR + 1800);
    expect(hours).toHaveLength(24);
    expect(hours[0]).toEqual({ hour: HOUR - 23 * 3600, calls: 0, failures: 0 });
    expect(hours.at(-1)).toEqual({ hour: HOUR, calls: 4, failures: 1 });
  });

  it('have the hour with the largest share of failures as the worst one', () => {
    const few = { hour: HOUR, calls: 2, failures: 1 };
    expect(worstHour([{ hour: HOUR - 3600, calls: 100, failures: 9 }, few])).toBe(few);
    expect(worstHour([{ hour: HOUR, calls: 100, failures: 0 }])).toBeUndefined();
  });
});
