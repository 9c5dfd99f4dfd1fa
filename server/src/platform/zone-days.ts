/** Time zone of the site's days: that of this process (`TZ`), or UTC if it has no name. */
export function siteTimeZone(): string {
  const name = Temporal.Now.timeZoneId();
  return name === 'Etc/Unknown' ? 'UTC' : name;
}

const inZone = (epochSeconds: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000).toZonedDateTimeISO(timeZone);

/** First second of the day that a moment is in, or of the day so many days later. */
export function startOfDay(epochSeconds: number, timeZone = siteTimeZone(), days = 0): number {
  const date = inZone(epochSeconds, timeZone).toPlainDate().add({ days });
  return Math.floor(date.toZonedDateTime(timeZone).epochMilliseconds / 1000);
}

/** The second that a moment's day ends with: the first of the next day. */
export const endOfDay = (epochSeconds: number, timeZone = siteTimeZone()): number =>
  startOfDay(epochSeconds, timeZone, 1);

/** As `YYYY-MM-DD`. */
export const nameOfDay = (epochSeconds: number, timeZone: string): string =>
  inZone(epochSeconds, timeZone).toPlainDate().toString();

interface ZonedRange {
  /** Seconds; both belong to the range. */
  start: number;
  end: number;
  timeZone: string;
}

export interface OffsetPart {
  start: number;
  end: number;
  /** Seconds by which the zone's clocks are ahead of UTC all the time. */
  offsetSeconds: number;
}

/**
 * Cuts a range where the zone's clocks change.
 * @param step each part but the first begins at a multiple of these seconds, behind the change
 */
export function constantOffsets({ start, end, timeZone }: ZonedRange, step = 1): OffsetPart[] {
  const parts: OffsetPart[] = [];
  for (let from = start; from <= end; ) {
    const clock = inZone(from, timeZone);
    const change = clock.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    const next = Math.ceil(change / 1000 / step) * step;
    parts.push({
      ...{ start: from, end: Math.min(end, next - 1) },
      offsetSeconds: Math.round(clock.offsetNanoseconds / 1e9),
    });
    from = next;
  }
  return parts;
}
