import { midnightOf } from '../../ui/chart/reader-time.ts';

export const analyticsRanges = ['today', '7d', '30d', '90d', 'custom'] as const;
export type AnalyticsRange = (typeof analyticsRanges)[number];

const DAY_SECONDS = 86_400;
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

/**
 * Whole days of the reader, today included; one day is shown by the hour.
 * @param now seconds, on the hour, so that the same range is the same question for a while
 */
export function toBounds(
  { range, from, to }: { range: AnalyticsRange; from?: string | undefined; to?: string | undefined },
  offset: number,
  now: number,
): RangeBounds {
  const today = midnightOf(now, offset);
  const endOfToday = today + DAY_SECONDS - 1;
  if (range !== 'custom') {
    const start = today - (presetDays[range] - 1) * DAY_SECONDS;
    return { start, end: endOfToday, interval: range === 'today' ? 'hour' : 'day' };
  }
  const end = (dayStart(to, offset) ?? today) + DAY_SECONDS - 1;
  const start = dayStart(from, offset) ?? end - 7 * DAY_SECONDS + 1;
  const first = Math.max(Math.min(start, end - DAY_SECONDS + 1), end - MAX_DAYS * DAY_SECONDS + 1);
  return { start: first, end, interval: end - first < DAY_SECONDS ? 'hour' : 'day' };
}

function dayStart(day: string | undefined, offset: number): number | undefined {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) ? undefined : ms / 1000 - offset * 60;
}
