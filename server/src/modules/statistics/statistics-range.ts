import { MAX_HOURLY_DAYS, MAX_STATISTICS_DAYS } from '@turnpike/contract';
import { type RawBuilder, sql } from 'kysely';
import type { TimeSpan } from '../../db/time-spans.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import { constantOffsets, nameOfDay, type OffsetPart, startOfDay } from '../../platform/zone-days.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
/** Days before the last one where a range has no start: today and they are seven. */
const DAYS_BEFORE = 6;

/** A time range, cut into the days or hours of a time zone. */
export interface StatisticsRange {
  /** Seconds; both belong to the range. */
  start: number;
  end: number;
  interval: 'day' | 'hour';
  /** Name of a zone that the platform knows. */
  timeZone: string;
}

interface Wanted {
  interval?: 'day' | 'hour' | undefined;
  time_zone?: string | undefined;
  utc_offset?: number | undefined;
}

/** Whole days up to now: today and so many before it. @throws request.invalid naming `days` */
export function lastDays(days: number, wanted: Wanted, nowSeconds: number): StatisticsRange {
  const cut = cutOf(wanted);
  if (days >= (cut.interval === 'hour' ? MAX_HOURLY_DAYS : MAX_STATISTICS_DAYS))
    throw fieldError('days', 'too_big');
  return { start: Math.max(0, startOfDay(nowSeconds, cut.timeZone, -days)), end: nowSeconds, ...cut };
}

/** @throws request.invalid naming `end_timestamp` where the range is turned round or too long */
export function givenRange(
  {
    start_timestamp,
    end_timestamp,
    ...wanted
  }: Wanted & { start_timestamp?: number | undefined; end_timestamp?: number | undefined },
  nowSeconds: number,
): StatisticsRange {
  const cut = cutOf(wanted);
  const end = end_timestamp || nowSeconds;
  const start = start_timestamp ?? Math.max(0, startOfDay(end, cut.timeZone, -DAYS_BEFORE));
  if (end < start) throw fieldError('end_timestamp', 'too_small');
  // Whole days: with a clock change, as many days of a zone are an hour longer.
  const days = Math.floor((end - start) / DAY_SECONDS);
  if (days > (cut.interval === 'hour' ? MAX_HOURLY_DAYS : MAX_STATISTICS_DAYS))
    throw fieldError('end_timestamp', 'too_big');
  return { start, end, ...cut };
}

const cutOf = ({ interval = 'day', time_zone, utc_offset = 0 }: Wanted) => ({
  interval,
  timeZone: time_zone ?? offsetZone(utc_offset),
});

/** An offset as the platform names it: `+05:30`. */
function offsetZone(minutes: number): string {
  const ahead = Math.abs(minutes);
  const digits = [Math.trunc(ahead / 60), ahead % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${digits.join(':')}`;
}

/** The hours of a range, by the offset that they begin with; one that begins on the day before is not of the range. */
export function hourParts({ start, end, timeZone }: StatisticsRange): OffsetPart[] {
  const hour = start - (start % HOUR_SECONDS);
  const isOfDayBefore = nameOfDay(hour, timeZone) !== nameOfDay(start, timeZone);
  return constantOffsets({ start: isOfDayBefore ? hour + HOUR_SECONDS : hour, end, timeZone }, HOUR_SECONDS);
}

/** Begin of the day or hour that an hour of UTC belongs to, in seconds of the zone's clock. */
export function bucketOf(hour: number, offsetSeconds: number, interval: StatisticsRange['interval']): number {
  const time = hour + offsetSeconds;
  return interval === 'hour' ? time : time - (time % DAY_SECONDS);
}

/** The same in SQL, for a column of seconds. */
export function bucketIn(
  column: string,
  { offsetSeconds }: OffsetPart,
  interval: StatisticsRange['interval'],
): RawBuilder<number> {
  const [second, offset] = [sql.ref(column), sql.lit(offsetSeconds)];
  return interval === 'hour'
    ? sql`${second} - ${second} % ${sql.lit(HOUR_SECONDS)} + ${offset}`
    : sql`${second} + ${offset} - (${second} + ${offset}) % ${sql.lit(DAY_SECONDS)}`;
}

/** The days or hours of a range with their exact seconds. Hours that the clock repeats are one. */
export function bucketsOf({ interval, ...range }: StatisticsRange): (TimeSpan & { date: string })[] {
  const size = interval === 'hour' ? HOUR_SECONDS : DAY_SECONDS;
  const buckets: (TimeSpan & { date: string })[] = [];
  for (const { start, end, offsetSeconds } of constantOffsets(range)) {
    const shift = interval === 'hour' ? 0 : offsetSeconds;
    for (let from = start; from <= end; ) {
      const begin = from - ((from + shift) % size);
      const next = begin + size;
      const date = bucketLabel(begin + offsetSeconds, interval);
      const bucket = { date, start: from, end: Math.min(end, next - 1) };
      const last = buckets.at(-1);
      if (last?.date === date) last.end = bucket.end;
      else buckets.push(bucket);
      from = next;
    }
  }
  return buckets;
}

/** `YYYY-MM-DD`, by the hour `YYYY-MM-DD HH:mm`, as the zone's clock and calendar have it. */
export function bucketLabel(bucket: number, interval: StatisticsRange['interval']): string {
  const text = new Date(bucket * 1000).toISOString();
  return interval === 'day' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
