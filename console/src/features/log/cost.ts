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

/** What every line is multiplied by. */
export interface CostFactors {
  groupRatio: number;
  /** Of the service tier, decimal text. */
  tierRatio: string;
}

const exactPoints = (line: CostLine, { groupRatio, tierRatio }: CostFactors): bigint =>
  BigInt(Math.round(line.count)) *
  toBillionths(line.ratio) *
  toBillionths(tierRatio) *
  toBillionths(decimalText(groupRatio));

/** A billionth of a billionth of a point is not shown. */
function toNumber(scaledThrice: bigint): number {
  const scaled = scaledThrice / SCALE;
  return Number(scaled / SCALE ** 2n) + Number(scaled % SCALE ** 2n) / Number(SCALE ** 2n);
}

/** Points of one line, before the sum is rounded up. */
export const linePoints = (line: CostLine, factors: CostFactors): number =>
  toNumber(exactPoints(line, factors));

/** Points of all lines together, before rounding up. */
export const costSum = (lines: readonly CostLine[], factors: CostFactors): number =>
  toNumber(lines.reduce((sum, line) => sum + exactPoints(line, factors), 0n));
