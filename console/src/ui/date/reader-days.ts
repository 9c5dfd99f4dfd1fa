const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** First second of the reader's day that a moment is in, or of the day so many days later. */
export function startOfDay(epochSeconds: number, days = 0): number {
  const time = new Date(epochSeconds * 1000);
  return toSeconds(new Date(time.getFullYear(), time.getMonth(), time.getDate() + days));
}

/** First second of a day that is written as `YYYY-MM-DD`; undefined if it is none. */
export function startOfNamedDay(day: string | undefined): number | undefined {
  const seconds = toSeconds(new Date(`${day}T00:00`));
  return Number.isNaN(seconds) ? undefined : seconds;
}

const pad = (part: number): string => String(part).padStart(2, '0');

/** As `YYYY-MM-DD`. */
export function nameOfDay(epochSeconds: number): string {
  const time = new Date(epochSeconds * 1000);
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
}

/** As `YYYY-MM-DD HH:mm`. */
export function nameOfMinute(epochSeconds: number): string {
  const time = new Date(epochSeconds * 1000);
  return `${nameOfDay(epochSeconds)} ${pad(time.getHours())}:${pad(time.getMinutes())}`;
}
