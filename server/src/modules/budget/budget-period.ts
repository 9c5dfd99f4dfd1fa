import type { BudgetInput } from '@turnpike/contract';
import { siteTimeZone } from '../../platform/zone-days.ts';

/** Seconds since 1970, UTC. */
export interface Period {
  /** 0 where the period never ends. */
  readonly start: number;
  /** First second of the next one; null where there is none. */
  readonly end: number | null;
}

const EPOCH = Temporal.PlainDateTime.from('1970-01-01T00:00');
/** 5 January 1970. */
const FIRST_MONDAY = EPOCH.add({ days: 4 });

/** The last period of each length and zone: nearly every moment is in it. */
const latest = new Map<string, Period>();
const MAX_LATEST = 2_000;

/**
 * The period that a moment is in. Clocks of the zone count: a window of hours in which they change is longer or shorter.
 * @param hours length of the period `hours`
 */
export function periodAt(
  { period, hours }: Pick<BudgetInput, 'period' | 'hours'>,
  nowSeconds: number,
  timeZone = siteTimeZone(),
): Period {
  if (period === 'total') return ENDLESS;
  const key = `${period} ${hours} ${timeZone}`;
  const known = latest.get(key);
  if (known !== undefined && nowSeconds >= known.start && nowSeconds < (known.end ?? 0)) return known;
  const found = findPeriod({ period, hours }, nowSeconds, timeZone);
  if (latest.size >= MAX_LATEST) latest.clear();
  latest.set(key, found);
  return found;
}

const ENDLESS: Period = { start: 0, end: null };

function findPeriod({ period, hours }: Repeated, nowSeconds: number, timeZone: string): Period {
  const secondOf = (time: Temporal.PlainDateTime): number =>
    Math.floor(time.toZonedDateTime(timeZone).epochMilliseconds / 1000);
  const now = Temporal.Instant.fromEpochMilliseconds(nowSeconds * 1000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
  const start = startIn(now, { period, hours });
  return { start: secondOf(start), end: secondOf(start.add(lengthOf({ period, hours }))) };
}

type Repeated = { period: Exclude<BudgetInput['period'], 'total'>; hours: number };

function startIn(now: Temporal.PlainDateTime, { period, hours }: Repeated): Temporal.PlainDateTime {
  switch (period) {
    case 'hours':
      return wholePeriod(now, EPOCH, hours);
    case 'day':
      return wholePeriod(now, EPOCH, 24);
    case 'week':
      return wholePeriod(now, FIRST_MONDAY, 7 * 24);
    case 'month':
      return now.with({ day: 1 }).round({ smallestUnit: 'day', roundingMode: 'floor' });
  }
}

function lengthOf({ period, hours }: Repeated): Temporal.DurationLike {
  return period === 'hours' ? { hours } : { [`${period}s`]: 1 };
}

function wholePeriod(
  now: Temporal.PlainDateTime,
  first: Temporal.PlainDateTime,
  hours: number,
): Temporal.PlainDateTime {
  const passed = Math.floor(first.until(now).total('hours') / hours);
  return first.add({ hours: passed * hours });
}
