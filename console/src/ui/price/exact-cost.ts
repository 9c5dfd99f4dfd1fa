import type { costLine } from '@turnpike/contract';
import type { z } from 'zod';

export type CostLine = z.output<typeof costLine>;

/** Ratios have at most nine decimals, so whole billionths are exact. */
const SCALE = 1_000_000_000n;

export function toBillionths(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}

/** Plain decimal text also for small numbers, where a number's own text would be `1e-7`. */
export const decimalText = (value: number): string => value.toFixed(9).replace(/0+$/, '').replace(/\.$/, '');

/** Product of two decimals. Digits below a billionth are dropped, as the gateway does with the ratios of a price. */
export function decimalProductText(a: string, b: string): string {
  const product = (toBillionths(a) * toBillionths(b)) / SCALE;
  const fraction = (product % SCALE).toString().padStart(9, '0').replace(/0+$/, '');
  return fraction === '' ? `${product / SCALE}` : `${product / SCALE}.${fraction}`;
}

/** Factors of every line. */
export interface CostFactors {
  groupRatio: number;
  /** Ratio of the service tier, as decimal text. */
  tierRatio: string;
  /** Ratio of the hour, as decimal text; 1 unless given. */
  hourRatio?: string | undefined;
  /** Percentage that a cached answer costs; 100 unless given. */
  percent?: number | undefined;
}

/** Each line has the scale of five decimals: its ratio, three factors and the part of a cached answer. */
const exactPoints = (line: CostLine, factors: CostFactors): bigint => {
  const { groupRatio, tierRatio, hourRatio = '1', percent = 100 } = factors;
  return (
    BigInt(Math.round(line.count)) *
    toBillionths(line.ratio) *
    toBillionths(tierRatio) *
    toBillionths(decimalText(groupRatio)) *
    toBillionths(hourRatio) *
    ((BigInt(percent) * SCALE) / 100n)
  );
};

/** A billionth of a billionth of a point is not shown. */
function toNumber(exact: bigint): number {
  const scaled = exact / SCALE ** 3n;
  return Number(scaled / SCALE ** 2n) + Number(scaled % SCALE ** 2n) / Number(SCALE ** 2n);
}

const exactSum = (lines: readonly CostLine[], factors: CostFactors): bigint =>
  lines.reduce((sum, line) => sum + exactPoints(line, factors), 0n);

/** Points of one line, before the sum is rounded up. */
export const linePoints = (line: CostLine, factors: CostFactors): number =>
  toNumber(exactPoints(line, factors));

/** Points of all lines together, before rounding up. */
export const costSum = (lines: readonly CostLine[], factors: CostFactors): number =>
  toNumber(exactSum(lines, factors));

/** Points that are charged: the sum, rounded up once. */
export const chargedPoints = (lines: readonly CostLine[], factors: CostFactors): number =>
  Number((exactSum(lines, factors) + SCALE ** 5n - 1n) / SCALE ** 5n);
