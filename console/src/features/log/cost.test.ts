import { expect, it } from 'vitest';
import { costSum, linePoints } from './cost.ts';

const line = (bucket: string, count: number, ratio: string) => ({ bucket, count, ratio });

it('multiplies without the rounding of floating point numbers', () => {
  const lines = [line('textInput', 3, '0.1'), line('textOutput', 3, '0.2')];
  expect(linePoints(lines[0] as never, 1)).toBe(0.3);
  expect(costSum(lines, 1)).toBe(0.9);
  expect(costSum(lines, 1.5)).toBe(1.35);
});

it('keeps the smallest ratios and the largest counts', () => {
  expect(costSum([line('textInput', 1, '0.000000001')], 1)).toBe(0.000000001);
  expect(costSum([line('textInput', 100_000_000, '1000')], 2)).toBe(200_000_000_000);
});
