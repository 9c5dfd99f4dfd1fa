export const timeRanges = ['1h', 'today', '24h', '7d', 'month', '30d', 'all', 'custom'] as const;
export type TimeRange = (typeof timeRanges)[number];

const HOUR_SECONDS = 3600;
const spans: Partial<Record<TimeRange, number>> = {
  '1h': HOUR_SECONDS,
  '24h': 24 * HOUR_SECONDS,
  '7d': 7 * 24 * HOUR_SECONDS,
  '30d': 30 * 24 * HOUR_SECONDS,
};

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
  if (range === 'today' || range === 'month') {
    const midnight = new Date(now.getFullYear(), now.getMonth(), range === 'month' ? 1 : now.getDate());
    return { start_timestamp: Math.floor(midnight.getTime() / 1000) };
  }
  const span = spans[range];
  return span === undefined ? {} : { start_timestamp: Math.floor(now.getTime() / 1000) - span };
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
