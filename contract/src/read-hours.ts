import type { HourRule, PriceHours } from './entities/price-hours.ts';

const MINUTE = 60;
const DAY = 86_400;
const DAY_MINUTES = DAY / MINUTE;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;

/** The rule that counts at a moment, and the moment until which it does. */
export interface HourSpan {
  /** Index of the rule; -1 outside of all rules. */
  rule: number;
  /** Seconds since 1970, later than the moment; the same rule may count after it. */
  untilSeconds: number;
}

type Rule = HourRule & { fromMinute: number; toMinute: number };

/**
 * Compiles hours, so that moments can be looked up. A time that clocks skip does not occur; a time that they show twice
 * counts twice.
 */
export function readHours({ time_zone, holidays, rules: given }: PriceHours): (seconds: number) => HourSpan {
  const offsetAt = zoneOffsets(time_zone);
  const off = new Set(holidays);
  const rules = given.map(
    (rule): Rule => ({
      ...rule,
      fromMinute: minuteOf(rule.from),
      toMinute: minuteOf(rule.to),
    }),
  );
  const borders = rules.flatMap(({ fromMinute, toMinute }) => [fromMinute, toMinute]).sort((a, b) => a - b);
  return (seconds) => {
    const offset = offsetAt(seconds);
    const day = Math.floor((seconds + offset) / DAY);
    const midnight = day * DAY - offset;
    const minute = Math.floor((seconds - midnight) / MINUTE);
    const border = borders.find((one) => one > minute) ?? DAY_MINUTES;
    const untilSeconds = midnight + border * MINUTE;
    return {
      rule: rules.findIndex((rule) => includes(rule, { day, minute, off })),
      untilSeconds:
        offsetAt(untilSeconds) === offset ? untilSeconds : nextChange(offsetAt, seconds, untilSeconds),
    };
  };
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function includes(
  { fromMinute, toMinute, ...rule }: Rule,
  { day, minute, off }: { day: number; minute: number; off: ReadonlySet<string> },
): boolean {
  if (fromMinute < toMinute) return minute >= fromMinute && minute < toMinute && isOn(rule, day, off);
  return (minute >= fromMinute && isOn(rule, day, off)) || (minute < toMinute && isOn(rule, day - 1, off));
}

function isOn(
  { days, on_holidays }: Pick<HourRule, 'days' | 'on_holidays'>,
  day: number,
  off: ReadonlySet<string>,
): boolean {
  if (off.size > 0 && off.has(new Date(day * DAY * 1000).toISOString().slice(0, 10))) return on_holidays;
  return days.includes(((((day + FIRST_WEEKDAY) % 7) + 7) % 7) + 1);
}

/** Seconds that the clocks of a zone are ahead of UTC, by moment. */
function zoneOffsets(timeZone: string): (seconds: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (seconds) => {
    const parts = new Map(
      format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]),
    );
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const shown = Date.UTC(
      ...([part('year'), part('month') - 1, part('day')] as const),
      ...([part('hour'), part('minute'), part('second')] as const),
    );
    return shown / 1000 - seconds;
  };
}

/** First second at which clocks show another offset; they do at the second moment. */
function nextChange(offsetAt: (seconds: number) => number, from: number, to: number): number {
  const offset = offsetAt(from);
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}
