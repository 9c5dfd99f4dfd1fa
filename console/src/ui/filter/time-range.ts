import { startOfDay } from '../date/reader-days.ts';

export const timeRanges = ['1h', 'today', '24h', '7d', 'month', '30d', 'all', 'custom'] as const;
export type TimeRange = (typeof timeRanges)[number];

const HOUR_SECONDS = 3600;
/** Ranges that end now. */
const spans: Partial<Record<TimeRange, number>> = { '1h': HOUR_SECONDS, '24h': 24 * HOUR_SECONDS };
/** Ranges of whole days of the reader, today included. */
const dayCounts: Partial<Record<TimeRange, number>> = { today: 1, '7d': 7, '30d': 30 };

/** Epoch seconds; what is missing is open. */
export interface Bounds {
  from?: number | undefined;
  to?: number | undefined;
}

/** Bounds of a range for the server; a relative one has an open end, so that new rows appear. */
export function toTimestamps(
  range: TimeRange,
  custom: Bounds,
  now = new Date(),
): { start_timestamp?: number | undefined; end_timestamp?: number | undefined } {
  if (range === 'custom') return { start_timestamp: custom.from, end_timestamp: custom.to };
  const second = Math.floor(now.getTime() / 1000);
  const days = range === 'month' ? now.getDate() : dayCounts[range];
  if (days !== undefined) return { start_timestamp: startOfDay(second, 1 - days) };
  const span = spans[range];
  return span === undefined ? {} : { start_timestamp: second - span };
}

const toMinute = (seconds: number, round: (minutes: number) => number) => round(seconds / 60) * 60;

/** Present bounds of a range, as the start of a custom one: whole minutes. */
export function toBounds(range: TimeRange, custom: Bounds, now = new Date()): Bounds {
  if (range === 'custom') return custom;
  const from = toTimestamps(range, custom, now).start_timestamp;
  return {
    from: from === undefined ? undefined : toMinute(from, Math.floor),
    to: toMinute(now.getTime() / 1000, Math.ceil),
  };
}
