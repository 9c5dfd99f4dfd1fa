import { startOfDay } from '../../platform/zone-days.ts';

/** A calendar month in a time zone. */
export interface InvoiceMonth {
  /** First day, as `YYYY-MM-01`. */
  date: string;
  /** First second, and the first second after it. */
  start: number;
  end: number;
  timeZone: string;
}

/** @param date first day of the month, as `YYYY-MM-01` */
export function monthOf(date: string, timeZone: string): InvoiceMonth {
  const first = Temporal.PlainDate.from(date);
  const secondOf = (day: Temporal.PlainDate): number =>
    Math.floor(day.toZonedDateTime(timeZone).epochMilliseconds / 1000);
  return { date, start: secondOf(first), end: secondOf(first.add({ months: 1 })), timeZone };
}

/** First day of the month that a moment is in, or of one so many months later. */
export function monthAt(epochSeconds: number, timeZone: string, months = 0): string {
  const day = Temporal.Instant.fromEpochMilliseconds(startOfDay(epochSeconds, timeZone) * 1000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return day.with({ day: 1 }).add({ months }).toString();
}

/** First day of the month so many months later. */
export const monthAfter = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }).toString();

/**
 * The months around a month, with itself, whose invoices were made without a gap.
 * @param made first days of months, in any order
 */
export function unbrokenAround(date: string, made: readonly string[]): { first: string; last: string } {
  const known = new Set(made);
  let [first, last] = [date, date];
  while (known.has(monthAfter(first, -1))) first = monthAfter(first, -1);
  while (known.has(monthAfter(last, 1))) last = monthAfter(last, 1);
  return { first, last };
}

/** Months from one to another, both included, at most a year of them. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  let month = Temporal.PlainDate.from(from);
  for (; month.toString() <= to && months.length < 12; month = month.add({ months: 1 })) {
    months.push(month.toString());
  }
  return months;
}
