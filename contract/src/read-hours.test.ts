import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HourRule, type PriceHours, priceHours } from './entities/price-hours.ts';
import { readHours } from './read-hours.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const EVERY_DAY = [...WORKDAYS, 6, 7];

const rule = (given: Partial<HourRule> = {}): HourRule => ({
  ...{ days: EVERY_DAY, from: '01:00', to: '04:00', on_holidays: false, ratio: 2 },
  ...given,
});
const hours = (given: Partial<PriceHours> = {}): PriceHours => ({
  ...{ time_zone: 'UTC', holidays: [], rules: [rule()] },
  ...given,
});
const at = (time: string): number => Temporal.Instant.from(time).epochMilliseconds / 1000;
const ruleAt = (of: PriceHours, time: string): number => readHours(of)(at(time)).rule;

describe('hours of a price', () => {
  it('begin with the first second of a rule and end before its last minute', () => {
    // 2027-03-01 is a Monday.
    const read = readHours(hours({ rules: [rule({ days: WORKDAYS })] }));
    expect(read(at('2027-03-01T00:59:59Z'))).toEqual({ rule: -1, untilSeconds: at('2027-03-01T01:00Z') });
    expect(read(at('2027-03-01T01:00:00Z'))).toEqual({ rule: 0, untilSeconds: at('2027-03-01T04:00Z') });
    expect(read(at('2027-03-01T03:59:59Z')).rule).toBe(0);
    expect(read(at('2027-03-01T04:00:00Z')).rule).toBe(-1);
    expect(read(at('2027-03-06T02:00:00Z')).rule).toBe(-1);
  });

  it('follow the clocks of their zone when these change', () => {
    const berlin = hours({ time_zone: 'Europe/Berlin', rules: [rule({ from: '02:30', to: '04:00' })] });
    // On 2027-03-28 the hour from 02:00 to 03:00 does not occur.
    expect(ruleAt(berlin, '2027-03-27T01:29:59Z')).toBe(-1);
    expect(ruleAt(berlin, '2027-03-27T01:30:00Z')).toBe(0);
    expect(readHours(berlin)(at('2027-03-28T00:59:59Z'))).toEqual({
      rule: -1,
      untilSeconds: at('2027-03-28T01:00Z'),
    });
    expect(ruleAt(berlin, '2027-03-28T01:00:00Z')).toBe(0);
    expect(ruleAt(berlin, '2027-03-28T01:59:59Z')).toBe(0);
    expect(ruleAt(berlin, '2027-03-28T02:00:00Z')).toBe(-1);
    // On 2027-10-31 it occurs twice: 02:30 comes at 00:30 and at 01:30 UTC.
    for (const [time, expected] of [
      ['00:29:59', -1],
      ['00:30:00', 0],
      ['00:59:59', 0],
      ['01:00:00', -1],
      ['01:29:59', -1],
      ['01:30:00', 0],
      ['02:59:59', 0],
      ['03:00:00', -1],
    ] as const)
      expect([time, ruleAt(berlin, `2027-10-31T${time}Z`)]).toEqual([time, expected]);
  });

  it('go over midnight on the days on which they begin', () => {
    const night = hours({ rules: [rule({ days: [5], from: '22:00', to: '06:00' })] });
    expect(ruleAt(night, '2027-03-05T05:00Z')).toBe(-1);
    expect(ruleAt(night, '2027-03-05T22:00Z')).toBe(0);
    expect(ruleAt(night, '2027-03-06T05:59Z')).toBe(0);
    expect(ruleAt(night, '2027-03-06T06:00Z')).toBe(-1);
    expect(ruleAt(night, '2027-03-06T22:00Z')).toBe(-1);
    const day = hours({ rules: [rule({ days: [5], from: '08:00', to: '08:00' })] });
    expect(ruleAt(day, '2027-03-06T07:59Z')).toBe(0);
    expect(ruleAt(day, '2027-03-06T08:00Z')).toBe(-1);
  });

  it('leave holidays to the rules that are for holidays, whatever the day of the week', () => {
    const rules = [rule(), rule({ days: [], on_holidays: true, from: '00:00', to: '00:00' })];
    const withHolidays = hours({ holidays: ['2027-03-01'], rules });
    expect(ruleAt(withHolidays, '2027-02-28T02:00Z')).toBe(0);
    expect(ruleAt(withHolidays, '2027-03-01T02:00Z')).toBe(1);
    expect(ruleAt(withHolidays, '2027-03-01T12:00Z')).toBe(1);
    expect(ruleAt(withHolidays, '2027-03-02T02:00Z')).toBe(0);
  });

  it('count by the first rule that matches', () => {
    const both = hours({ rules: [rule({ from: '02:00', to: '03:00' }), rule()] });
    expect(['01:59', '02:00', '02:59', '03:00'].map((time) => ruleAt(both, `2027-03-01T${time}Z`))).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it('are the same as a slow reading of calendar and clock', () => {
    fc.assert(
      fc.property(anyHours, moment, fc.double({ min: 0, max: 1, noNaN: true }), (of, seconds, share) => {
        const { rule: found, untilSeconds } = readHours(of)(seconds);
        expect(untilSeconds).toBeGreaterThan(seconds);
        expect(untilSeconds - seconds).toBeLessThanOrEqual(25 * 3600);
        const inside = seconds + Math.floor((untilSeconds - 1 - seconds) * share);
        for (const one of [seconds, inside, untilSeconds - 1]) expect(slowRule(of, one)).toBe(found);
      }),
      { numRuns: 500 },
    );
  });
});

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 15, 30, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const anyHours = fc.record({
  time_zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/Santiago',
  ),
  holidays: fc.subarray(['2027-03-28', '2027-10-31', '2027-04-04', '2027-09-05']),
  rules: fc.array(
    fc.record({
      days: fc.subarray(EVERY_DAY, { minLength: 1 }),
      from: time,
      to: time,
      on_holidays: fc.boolean(),
      ratio: fc.constant(2),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
/** Around changes of clocks, and anywhere in 2027. */
const moment = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('2027-03-28T01:00Z', '2027-10-31T01:00Z', '2027-04-03T15:00Z', '2027-09-05T04:00Z'),
      fc.integer({ min: -100_000, max: 100_000 }),
    )
    .map(([near, seconds]) => at(near) + seconds),
  fc.integer({ min: at('2027-01-01T00:00Z'), max: at('2028-01-01T00:00Z') }),
);

/** Asks each rule of today and of yesterday. */
function slowRule({ time_zone, holidays, rules }: PriceHours, seconds: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(time_zone);
  const clock = now.toPlainTime().toString().slice(0, 5);
  const begins = (one: HourRule, day: Temporal.PlainDate): boolean =>
    holidays.includes(day.toString()) ? one.on_holidays : one.days.includes(day.dayOfWeek);
  return rules.findIndex((one) => {
    const today = now.toPlainDate();
    if (one.from < one.to) return clock >= one.from && clock < one.to && begins(one, today);
    if (clock >= one.from && begins(one, today)) return true;
    return clock < one.to && begins(one, today.subtract({ days: 1 }));
  });
}

describe('the check of hours', () => {
  const pathsOf = (given: object): string[] =>
    priceHours
      .safeParse({ ...hours(), ...given })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

  it('names the field of an error', () => {
    expect(pathsOf({})).toEqual([]);
    expect(pathsOf({ time_zone: 'Mars/Olympus' })).toEqual(['time_zone field.unknown_time_zone']);
    expect(pathsOf({ holidays: ['2027-02-30'] })).toEqual(['holidays.0 field.not_a_date']);
    expect(pathsOf({ rules: [rule(), rule({ from: '24:00' })] })).toEqual(['rules.1.from price.not_a_time']);
    expect(pathsOf({ rules: [rule({ days: [] })] })).toEqual(['rules.0.days price.no_days']);
    expect(pathsOf({ rules: [rule({ days: [1, 1] })] })).toEqual(['rules.0.days price.repeated_day']);
    expect(pathsOf({ rules: Array(21).fill(rule()) })).toHaveLength(1);
    expect(pathsOf({ holidays: Array(101).fill('2027-01-01') })).toHaveLength(1);
  });
});
