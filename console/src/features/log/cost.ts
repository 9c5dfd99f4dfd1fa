import type { costLine } from '@turnpike/contract';
import type { z } from 'zod';

type CostLine = z.output<typeof costLine>;

/** Ratios have at most nine decimals, so whole billionths are exact. */
const SCALE = 1_000_000_000n;

function toBillionths(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}

/** Plain decimal text also for small numbers, where a number's own text would be `1e-7`. */
const decimalText = (value: number): string => value.toFixed(9).replace(/0+$/, '').replace(/\.$/, '');

function exactPoints(line: CostLine, groupRatio: number): bigint {
  return BigInt(Math.round(line.count)) * toBillionths(line.ratio) * toBillionths(decimalText(groupRatio));
}

const toNumber = (scaledTwice: bigint): number =>
  Number(scaledTwice / SCALE ** 2n) + Number(scaledTwice % SCALE ** 2n) / Number(SCALE ** 2n);

/** Points of one line, before the sum is rounded up. */
export const linePoints = (line: CostLine, groupRatio: number): number =>
  toNumber(exactPoints(line, groupRatio));

/** Points of all lines together, before rounding up. */
export const costSum = (lines: readonly CostLine[], groupRatio: number): number =>
  toNumber(lines.reduce((sum, line) => sum + exactPoints(line, groupRatio), 0n));
