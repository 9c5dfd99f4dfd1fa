/**
 * Whether a gateway can be chosen at a time of day. Hours that end before they begin go over midnight.
 * @param hours `09:00-21:30`; empty: always
 * @param minuteOfDay in the time zone of the site
 */
export function isOpenAt(hours: string, minuteOfDay: number): boolean {
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(hours) ?? [];
  if (from === undefined || to === undefined) return true;
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return start <= end ? minuteOfDay >= start && minuteOfDay < end : minuteOfDay >= start || minuteOfDay < end;
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minute of the day of a moment, in the time zone of the process (`TZ`). */
export function minuteOfDay(epochMs: number): number {
  const date = new Date(epochMs);
  return date.getHours() * 60 + date.getMinutes();
}
