// A day of the site is a day in the time zone of this process (`TZ`).

/** The second that a moment's day ends with: the first of the next day. */
export function endOfDay(epochSeconds: number): number {
  const time = new Date(epochSeconds * 1000);
  return Math.floor(new Date(time.getFullYear(), time.getMonth(), time.getDate() + 1).getTime() / 1000);
}

export function startOfDay(epochSeconds: number): number {
  const time = new Date(epochSeconds * 1000);
  return Math.floor(new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime() / 1000);
}

/** As `YYYY-MM-DD`. */
export function nameOfDay(epochSeconds: number): string {
  const time = new Date(epochSeconds * 1000);
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
