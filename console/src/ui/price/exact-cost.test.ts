import { expect, it } from 'vitest';
import { costSum, linePoints } from './exact-cost.ts';

const line = (bucket: string, count: number, ratio: string) => ({ bucket, count, ratio });

const times = (groupRatio: number, tierRatio = '1') => ({ groupRatio, tierRatio });

it('multiplies without the rounding of floating point numbers', () => {
  const lines = [line('textInput', 3, '0.1'), line('textOutput', 3, '0.2')];
  expect(linePoints(lines[0] as never, times(1))).toBe(0.3);
  expect(costSum(lines, times(1))).toBe(0.9);
  expect(costSum(lines, times(1.5))).toBe(1.35);
  expect(costSum(lines, times(1.5, '0.5'))).toBe(0.675);
});

it('keeps the smallest ratios and the largest counts', () => {
  expect(costSum([line('textInput', 1, '0.000000001')], times(1))).toBe(0.000000001);
  expect(costSum([line('textInput', 100_000_000, '1000')], times(2))).toBe(200_000_000_000);
});
