import { DIGEST_HOUR } from '@turnpike/contract';
import { startOfDay } from '../../platform/zone-days.ts';

export interface QuietHours {
  /** Minutes of the day; null without quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: string;
}

/** The end of the quiet hours that a moment is in; the moment itself outside of them. Hours may go over midnight. */
export function quietUntil(nowSeconds: number, { quiet_from, quiet_to, time_zone }: QuietHours): number {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return nowSeconds;
  const clock = Temporal.Instant.fromEpochMilliseconds(nowSeconds * 1000).toZonedDateTimeISO(time_zone);
  const minute = clock.hour * 60 + clock.minute;
  const isQuiet =
    quiet_from < quiet_to
      ? minute >= quiet_from && minute < quiet_to
      : minute >= quiet_from || minute < quiet_to;
  if (!isQuiet) return nowSeconds;
  const days = minute >= quiet_to ? 1 : 0;
  return Math.max(nowSeconds, secondAt(nowSeconds, { timeZone: time_zone, days, minute: quiet_to }));
}

/** The next summary of a day after a moment. */
export function nextDigestAt(nowSeconds: number, timeZone: string): number {
  const minute = DIGEST_HOUR * 60;
  const today = secondAt(nowSeconds, { timeZone, days: 0, minute });
  return today > nowSeconds ? today : secondAt(nowSeconds, { timeZone, days: 1, minute });
}

/** Second of a time of day, so many days after the day of a moment. */
function secondAt(
  nowSeconds: number,
  { timeZone, days, minute }: { timeZone: string; days: number; minute: number },
): number {
  const day = Temporal.Instant.fromEpochMilliseconds(startOfDay(nowSeconds, timeZone, days) * 1000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
  return Math.floor(day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds / 1000);
}
