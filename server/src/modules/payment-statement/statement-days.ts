import { type GatewayStatement, MAX_STATEMENT_AGE_DAYS } from '@turnpike/contract';
import { nameOfDay } from '../../platform/zone-days.ts';

/** Days back from yesterday that the job makes up for. */
const CAUGHT_UP_DAYS = 7;
/** Clocks of two companies differ by less. */
const MARGIN_SECONDS = 600;

/** First second of a day and of the next one. */
export function boundsOf(day: string, { timeZone }: GatewayStatement): { start: number; end: number } {
  const date = Temporal.PlainDate.from(day);
  const startOf = (one: Temporal.PlainDate) =>
    Math.floor(one.toZonedDateTime(timeZone).epochMilliseconds / 1000);
  return { start: startOf(date), end: startOf(date.add({ days: 1 })) };
}

/**
 * Seconds of a day in which both the order and the credit of a payment must lie to be missed in its statement. A payment
 * over midnight may be in either statement, so it is compared where it is and missed in neither.
 */
export function innerBoundsOf(day: string, statement: GatewayStatement): { start: number; end: number } {
  const { start, end } = boundsOf(day, statement);
  return { start: start + MARGIN_SECONDS, end: end - MARGIN_SECONDS };
}

/** Days whose statement should be there by now, newest first, but none before the gateway was made. */
export function daysToCheck(statement: GatewayStatement, nowSeconds: number, createdAt: number): string[] {
  return daysBefore(statement, nowSeconds - statement.readySeconds, CAUGHT_UP_DAYS).filter(
    (day) => boundsOf(day, statement).end > createdAt,
  );
}

/** A day before the present one of the gateway, whose statement it still has; false for texts that are no day. */
export const canBeChecked = (day: string, statement: GatewayStatement, nowSeconds: number): boolean =>
  daysBefore(statement, nowSeconds, MAX_STATEMENT_AGE_DAYS).includes(day);

/** So many days before the one of a moment, newest first. */
function daysBefore({ timeZone }: GatewayStatement, epochSeconds: number, count: number): string[] {
  const day = Temporal.PlainDate.from(nameOfDay(epochSeconds, timeZone));
  return Array.from({ length: count }, (_, index) => day.subtract({ days: index + 1 }).toString());
}
