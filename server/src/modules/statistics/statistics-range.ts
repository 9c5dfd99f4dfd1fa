import { MAX_HOURLY_DAYS, MAX_STATISTICS_DAYS } from '@turnpike/contract';
import { fieldError } from '../../platform/gateway-error.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
const LAST_SECOND = 253_402_300_799;

/** A time range, cut into the reader's days or hours. */
export interface StatisticsRange {
  /** Seconds; both belong to the range. */
  start: number;
  end: number;
  bucketSeconds: number;
  /** Seconds by which the reader's clock is ahead of UTC. */
  offsetSeconds: number;
}

interface Wanted {
  interval?: 'day' | 'hour' | undefined;
  utc_offset?: number | undefined;
}

/** Whole days up to now: today and so many before it. @throws request.invalid naming `days` */
export function lastDays(
  days: number,
  { interval, utc_offset = 0 }: Wanted,
  nowSeconds: number,
): StatisticsRange {
  if (days >= (interval === 'hour' ? MAX_HOURLY_DAYS : MAX_STATISTICS_DAYS))
    throw fieldError('days', 'too_big');
  const offsetSeconds = utc_offset * 60;
  const midnight = nowSeconds - ((nowSeconds + offsetSeconds) % DAY_SECONDS);
  const start = Math.max(0, midnight - days * DAY_SECONDS);
  return { start, end: nowSeconds, bucketSeconds: secondsOf(interval), offsetSeconds };
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
  const end = end_timestamp || nowSeconds;
  const start = start_timestamp ?? Math.max(0, end - 7 * DAY_SECONDS);
  const days = (end - start) / DAY_SECONDS;
  if (days < 0) throw fieldError('end_timestamp', 'too_small');
  const isTooLong = days > (wanted.interval === 'hour' ? MAX_HOURLY_DAYS : MAX_STATISTICS_DAYS);
  if (isTooLong || end > LAST_SECOND) throw fieldError('end_timestamp', 'too_big');
  return {
    start,
    end,
    bucketSeconds: secondsOf(wanted.interval),
    offsetSeconds: (wanted.utc_offset ?? 0) * 60,
  };
}

const secondsOf = (interval: Wanted['interval']) => (interval === 'hour' ? HOUR_SECONDS : DAY_SECONDS);

/** `YYYY-MM-DD`, by the hour `YYYY-MM-DD HH:00`, as the reader's clock and calendar have it. */
export function bucketLabel(bucket: number, { bucketSeconds }: StatisticsRange): string {
  const text = new Date(bucket * bucketSeconds * 1000).toISOString();
  return bucketSeconds === DAY_SECONDS ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 13)}:00`;
}
