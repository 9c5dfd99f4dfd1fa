import { startOfDay, startOfNamedDay } from '../../ui/date/reader-days.ts';

export const analyticsRanges = ['today', '7d', '30d', '90d', 'custom'] as const;
export type AnalyticsRange = (typeof analyticsRanges)[number];

/** More days than this are not answered. */
const MAX_DAYS = 400;
const presetDays: Record<Exclude<AnalyticsRange, 'custom'>, number> = {
  today: 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
};

export interface RangeBounds {
  /** Seconds; both belong to the range. */
  start: number;
  end: number;
  interval: 'day' | 'hour';
}

/** Whole days of the reader, today included; one day is shown by the hour. */
export function toBounds(
  { range, from, to }: { range: AnalyticsRange; from?: string | undefined; to?: string | undefined },
  now: number,
): RangeBounds {
  const today = startOfDay(now);
  if (range !== 'custom') return wholeDays(startOfDay(today, 1 - presetDays[range]), today);
  const last = startOfNamedDay(to) ?? today;
  const first = startOfNamedDay(from) ?? startOfDay(last, -6);
  return wholeDays(Math.max(Math.min(first, last), startOfDay(last, 1 - MAX_DAYS)), last);
}

/** @param first first second of the first day; `last` of the last one */
const wholeDays = (first: number, last: number): RangeBounds => ({
  start: first,
  end: startOfDay(last, 1) - 1,
  interval: first === last ? 'hour' : 'day',
});
