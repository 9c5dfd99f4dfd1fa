import { type PriceHours, readHours } from '@turnpike/contract';

const DAY = 86_400;
/** Days on which a factor that changes at all is expected to change. */
const LOOKED_DAYS = 8;

/** A time at which one factor applies to a price. */
export interface HourSpan {
  fromSeconds: number;
  untilSeconds: number;
  ratio: number;
}

/** Times from one moment to another, each with its factor; 1 outside of all rules. */
export function hourSpans(hours: PriceHours, fromSeconds: number, untilSeconds: number): HourSpan[] {
  const read = readHours(hours);
  const spans: HourSpan[] = [];
  for (let at = fromSeconds; at < untilSeconds; ) {
    const found = read(at);
    const ratio = hours.rules[found.rule]?.ratio ?? 1;
    const end = Math.min(found.untilSeconds, untilSeconds);
    const last = spans.at(-1);
    if (last?.ratio === ratio) last.untilSeconds = end;
    else spans.push({ fromSeconds: at, untilSeconds: end, ratio });
    at = end;
  }
  return spans;
}

/** The present factor, and the moment of its next change; null where none comes within days. */
export function hourNow(
  hours: PriceHours,
  nowSeconds: number,
): { ratio: number; untilSeconds: number | null } {
  const [first, next] = hourSpans(hours, nowSeconds, nowSeconds + LOOKED_DAYS * DAY);
  return {
    ratio: first?.ratio ?? 1,
    untilSeconds: next === undefined ? null : (first?.untilSeconds ?? null),
  };
}

/** A day of the reader with the times at which the price is another one than usual. */
export interface HourDay {
  startSeconds: number;
  spans: HourSpan[];
}

/** The next seven days on the reader's clock, today included. */
export function weekOfHours(hours: PriceHours, nowSeconds: number): HourDay[] {
  const midnight = (days: number): number => {
    const day = new Date(nowSeconds * 1000);
    day.setHours(0, 0, 0, 0);
    day.setDate(day.getDate() + days);
    return day.getTime() / 1000;
  };
  return [0, 1, 2, 3, 4, 5, 6].map((day) => {
    const startSeconds = midnight(day);
    const spans = hourSpans(hours, startSeconds, midnight(day + 1));
    return { startSeconds, spans: spans.filter(({ ratio }) => ratio !== 1) };
  });
}
