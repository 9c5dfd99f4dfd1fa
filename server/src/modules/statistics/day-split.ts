import { startOfMonth } from '../../db/log-months.ts';
import type { OffsetPart } from '../../platform/zone-days.ts';
import type { StatisticsRange } from './statistics-range.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const HOURS_A_DAY = 24;

type Stretch = [start: number, end: number];

export interface DaySplit {
  /** Read by the hour: all of an answer by the hour, else the hours of UTC days that the part cuts. */
  hours: Stretch[];
  /** UTC days that lie wholly in the part; null: none, or not asked for by the day. */
  wholeDays: { start: number; end: number } | null;
  /** Hours of every UTC day that belong to another day of the reader; null if the reader's days are UTC days. */
  moved: { fromSecond: number; toSecond: number; toDays: number } | null;
  /** Difference between the day number of the remaining hours and the reader's day. */
  restDays: number;
}

/** Cuts hours of one offset into what sums by UTC day answer and the rest; at most half the hours of a day move. */
export function splitDays(
  { start, end, offsetSeconds }: OffsetPart,
  interval: StatisticsRange['interval'],
): DaySplit {
  const first = start - (start % HOUR_SECONDS);
  const last = end - (end % HOUR_SECONDS) + HOUR_SECONDS;
  const firstDay = Math.ceil(first / DAY_SECONDS) * DAY_SECONDS;
  const lastDay = last - (last % DAY_SECONDS);
  const hasDays = interval === 'day' && firstDay < lastDay;
  const edges: Stretch[] = [
    [first, firstDay],
    [lastDay, last],
  ];
  return {
    hours: hasDays ? edges.filter(([from, to]) => from < to) : [[first, last]],
    wholeDays: hasDays ? { start: firstDay, end: lastDay } : null,
    ...movedHours(Math.floor(offsetSeconds / HOUR_SECONDS)),
  };
}

interface Days {
  start: number;
  /** The first second that is not part of them. */
  end: number;
}

/** Cuts UTC days into whole UTC months and the days next to them. */
export function splitMonths({ start, end }: Days): { days: Days[]; wholeMonths: Days | null } {
  const first = startOfMonth(start) === start ? start : startOfMonth(start, 1);
  const last = startOfMonth(end);
  if (first >= last) return { days: [{ start, end }], wholeMonths: null };
  const edges = [
    { start, end: first },
    { start: last, end },
  ];
  return { days: edges.filter((edge) => edge.start < edge.end), wholeMonths: { start: first, end: last } };
}

/** A clock ahead ends its day before UTC's: the late hours are the next day's. One behind begins later. */
function movedHours(hoursAhead: number): Pick<DaySplit, 'moved' | 'restDays'> {
  if (hoursAhead === 0) return { moved: null, restDays: 0 };
  const earlier = hoursAhead > 0 ? 0 : -1;
  const late = hoursAhead > 0 ? hoursAhead : HOURS_A_DAY + hoursAhead;
  const cut = (HOURS_A_DAY - late) * HOUR_SECONDS;
  return late <= HOURS_A_DAY / 2
    ? { moved: { fromSecond: cut, toSecond: DAY_SECONDS, toDays: earlier + 1 }, restDays: earlier }
    : { moved: { fromSecond: 0, toSecond: cut, toDays: earlier }, restDays: earlier + 1 };
}
