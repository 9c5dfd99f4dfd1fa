import type { BudgetInput } from '@turnpike/contract';
import { siteTimeZone } from '../../platform/zone-days.ts';

/** Seconds since 1970, UTC. */
export interface Period {
  /** 0 where the period never ends. */
  start: number;
  /** First second of the next one; null where there is none. */
  end: number | null;
}

const EPOCH = Temporal.PlainDateTime.from('1970-01-01T00:00');
/** 5 January 1970. */
const FIRST_MONDAY = EPOCH.add({ days: 4 });

/**
 * The period that a moment is in. Clocks of the zone count: a window of hours in which they change is longer or shorter.
 * @param hours length of the period `hours`
 */
export function periodAt(
  { period, hours }: Pick<BudgetInput, 'period' | 'hours'>,
  nowSeconds: number,
  timeZone = siteTimeZone(),
): Period {
  if (period === 'total') return { start: 0, end: null };
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
