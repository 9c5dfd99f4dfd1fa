import { z } from 'zod';
import { ratio } from '../points.ts';
import { isTimeZone } from '../time-zone.ts';

export const MAX_HOUR_RULES = 20;
const MAX_HOLIDAYS = 100;

const clockTime = () => z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'price.not_a_time');

/** Times of a week at which a factor applies to the whole price. */
export const hourRule = z
  .object({
    days: z
      .array(z.number().int().min(1).max(7))
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'price.repeated_day')
      .describe('Days on which the time begins: 1 is Monday, 7 is Sunday'),
    from: clockTime().describe('First minute, such as `16:30`'),
    to: clockTime().describe(
      'First minute after it, on the next day if it is not later than `from`; equal to `from`: 24 hours',
    ),
    on_holidays: z.boolean().default(false).describe('Also begins on holidays; other rules do not'),
    ratio: ratio().describe('Factor on the whole price; at most nine decimals'),
  })
  .refine(({ days, on_holidays }) => days.length > 0 || on_holidays, {
    error: 'price.no_days',
    path: ['days'],
  });
export type HourRule = z.output<typeof hourRule>;

/** Factors on a price by the time of the call. Outside of all rules the factor is 1; the first matching rule counts. */
export const priceHours = z.object({
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'field.unknown_time_zone')
    .describe('IANA name of the zone whose clocks count, such as `Asia/Shanghai`'),
  holidays: z
    .array(z.iso.date('field.not_a_date'))
    .max(MAX_HOLIDAYS)
    .default([])
    .describe('Dates in that zone, such as `2027-01-01`'),
  rules: z.array(hourRule).min(1).max(MAX_HOUR_RULES),
});
export type PriceHours = z.output<typeof priceHours>;
