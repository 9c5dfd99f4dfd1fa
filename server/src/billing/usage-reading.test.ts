import { describe, expect, it } from 'vitest';
import { MAX_TOKEN_COUNT } from './usage.ts';
import { UsageReading } from './usage-reading.ts';

describe('numbers of a reported usage', () => {
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e308, 2 ** 53, 2 ** 31, -(2 ** 63), '5', {}, [], true])(
    'count as none and are flagged: %s',
    (value) => {
      const reading = new UsageReading();
      expect([reading.input(value), reading.output(value), reading.detail(value)]).toEqual([0, 0, 0]);
      expect(reading.flags).toEqual(['input_unreadable', 'output_unreadable', 'detail_unreadable']);
      expect(reading.unit('page', value)).toEqual([]);
    },
  );

  it.each([
    { value: undefined, count: 0, flags: [] },
    { value: null, count: 0, flags: [] },
    { value: 0, count: 0, flags: [] },
    { value: MAX_TOKEN_COUNT, count: MAX_TOKEN_COUNT, flags: [] },
    { value: 3.9, count: 3, flags: ['fraction'] },
    { value: JSON.rawJSON('9007199254740993'), count: 0, flags: ['input_unreadable'] },
  ])('$value is read as $count', ({ value, count, flags }) => {
    const reading = new UsageReading();
    expect(reading.input(value)).toBe(count);
    expect(reading.flags).toEqual(flags);
  });

  it.each([
    { total: 0, sums: [7], flags: [] },
    { total: 9, sums: [7], flags: [] },
    { total: 10, sums: [7], flags: ['total_differs'] },
    { total: 10, sums: [7, 11], flags: [] },
  ])('a total of $total stands for one of $sums, or is rounded', ({ total, sums, flags }) => {
    const reading = new UsageReading();
    reading.checkTotal(total, ...sums);
    expect(reading.flags).toEqual(flags);
  });
});
