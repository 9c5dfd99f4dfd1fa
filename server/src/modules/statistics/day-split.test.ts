import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startOfMonth } from '../../db/log-months.ts';
import { splitDays, splitMonths } from './day-split.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** 1 December 2026, 00:00 UTC. */
const FIRST = 1_796_083_200;
const HOURS = 100 * 24;

/** Offsets of clocks by the quarter of an hour, from UTC-14 to UTC+14. */
const offsets = constantFrom(...Array.from({ length: 113 }, (_, index) => (index - 56) * 15));
const second = integer({ min: FIRST, max: FIRST + HOURS * HOUR - 1 });

describe('sums by day of a range', () => {
  it('equal the sums of its hours, for the clocks of all zones', () => {
    assert(
      property(
        ...[second, second, offsets, array(integer({ min: 1, max: 999 }), { minLength: 7, maxLength: 31 })],
        (one, other, minutes, values) => {
          const [start = 0, end = 0] = [one, other].sort((a, b) => a - b);
          const offsetSeconds = minutes * 60;
          const callsOf = (hour: number) => values[(hour / HOUR) % values.length] ?? 0;
          const sumBetween = (from: number, to: number) => {
            let sum = 0;
            for (let hour = from; hour < to; hour += HOUR) sum += callsOf(hour);
            return sum;
          };
          const byHour = new Map<number, number>();
          const byDay = new Map<number, number>();
          const add = (sums: Map<number, number>, day: number, value: number) =>
            sums.set(day, (sums.get(day) ?? 0) + value);
          const readersDay = (hour: number) => Math.floor((hour + offsetSeconds) / DAY);
          for (let hour = start - (start % HOUR); hour <= end; hour += HOUR)
            add(byHour, readersDay(hour), callsOf(hour));

          const split = splitDays({ start, end, offsetSeconds }, 'day');
          for (const [from, to] of split.hours) {
            for (let hour = from; hour < to; hour += HOUR) add(byDay, readersDay(hour), callsOf(hour));
          }
          const { wholeDays, moved, restDays } = split;
          for (let day = wholeDays?.start ?? 0; day < (wholeDays?.end ?? 0); day += DAY) {
            add(byDay, day / DAY + restDays, sumBetween(day, day + DAY));
            if (moved === null) continue;
            const sum = sumBetween(day + moved.fromSecond, day + moved.toSecond);
            add(byDay, day / DAY + moved.toDays, sum);
            add(byDay, day / DAY + restDays, -sum);
          }
          const withCalls = [...byDay].filter(([, sum]) => sum !== 0).sort(([a], [b]) => a - b);
          expect(withCalls).toEqual([...byHour].sort(([a], [b]) => a - b));
        },
      ),
    );
  });

  it('are made of whole months and the days beside them, each once', () => {
    const day = integer({ min: 0, max: 800 }).map((days) => FIRST + days * DAY);
    assert(
      property(day, day, (one, other) => {
        const [start = 0, end = 0] = [one, other].sort((a, b) => a - b);
        if (start === end) return;
        const { days, wholeMonths } = splitMonths({ start, end });
        const parts = [...days, ...(wholeMonths === null ? [] : [wholeMonths])].sort(
          (a, b) => a.start - b.start,
        );
        expect(parts.at(0)?.start).toBe(start);
        expect(parts.at(-1)?.end).toBe(end);
        for (const [index, part] of parts.entries()) {
          if (index > 0) expect(part.start).toBe(parts[index - 1]?.end);
        }
        for (const edge of wholeMonths === null ? [] : [wholeMonths.start, wholeMonths.end])
          expect(startOfMonth(edge)).toBe(edge);
        // No month that lies wholly inside is read by the day.
        for (const edge of days) expect(edge.end - edge.start).toBeLessThan(62 * DAY);
      }),
    );
  });
});
