const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;

/** Minutes that the reader's clock is ahead of UTC now. */
export const utcOffsetMinutes = (now = new Date()): number => -now.getTimezoneOffset();

const secondsOf = (key: string): number => (key.length > 10 ? HOUR_SECONDS : DAY_SECONDS);

/** The reader's days or hours from one moment to another, as the server names them. */
export function bucketKeys(
  interval: 'day' | 'hour',
  { start, end, offset }: { start: number; end: number; offset: number },
): string[] {
  const seconds = interval === 'hour' ? HOUR_SECONDS : DAY_SECONDS;
  const first = Math.floor((start + offset * 60) / seconds);
  const last = Math.floor((end + offset * 60) / seconds);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => {
    const text = new Date((first + step) * seconds * 1000).toISOString();
    return interval === 'hour' ? `${text.slice(0, 10)} ${text.slice(11, 13)}:00` : text.slice(0, 10);
  });
}

/** First and last second of a day or hour that the server names. */
export function bucketRange(key: string, offset: number): { from: number; to: number } {
  const iso = key.length > 10 ? `${key.replace(' ', 'T')}:00Z` : `${key}T00:00:00Z`;
  const from = Date.parse(iso) / 1000 - offset * 60;
  return { from, to: from + secondsOf(key) - 1 };
}

/** First second of the reader's day. */
export function midnightOf(epochSeconds: number, offset: number): number {
  return epochSeconds - ((epochSeconds + offset * 60) % DAY_SECONDS);
}
