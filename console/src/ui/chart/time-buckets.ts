import { nameOfDay, nameOfMinute, startOfDay } from '../date/reader-days.ts';

const HOUR_SECONDS = 3600;

export interface TimeBucket {
  /** As the server names it: `YYYY-MM-DD`, by the hour `YYYY-MM-DD HH:mm`. */
  key: string;
  /** First and last second. */
  from: number;
  to: number;
}

interface Span {
  start: number;
  end: number;
}

/** The reader's days or hours from one moment to another, oldest first. */
export const timeBuckets = (interval: 'day' | 'hour', span: Span): TimeBucket[] =>
  interval === 'hour' ? hourBuckets(span) : dayBuckets(span);

function dayBuckets({ start, end }: Span): TimeBucket[] {
  const buckets: TimeBucket[] = [];
  for (let from = startOfDay(start); from <= end; ) {
    const next = startOfDay(from, 1);
    buckets.push({ key: nameOfDay(from), from, to: next - 1 });
    from = next;
  }
  return buckets;
}

/** The server counts per hour of UTC, which belongs to the day in which it begins. */
function hourBuckets({ start, end }: Span): TimeBucket[] {
  const buckets: TimeBucket[] = [];
  const hour = start - (start % HOUR_SECONDS);
  const first = nameOfDay(hour) === nameOfDay(start) ? hour : hour + HOUR_SECONDS;
  for (let from = first; from <= end; from += HOUR_SECONDS) {
    const bucket = { key: nameOfMinute(from), from, to: from + HOUR_SECONDS - 1 };
    const last = buckets.at(-1);
    // An hour that the clock repeats is one row.
    if (last?.key === bucket.key) last.to = bucket.to;
    else buckets.push(bucket);
  }
  return buckets;
}
