import { formatDecimal } from '../../../billing/decimal.ts';

/** US dollars, exact: whole 10⁻²⁴. */
export type Usd = bigint;

const DIGITS = 24;
/** Billionths per unit of a ratio. */
const BILLION = 10n ** 9n;
const USD_TO_BILLIONTHS = 10n ** 15n;
const LARGEST_EXPONENT = 30;

/** A cost that a list has and no price can have: a text, a negative number, too many digits. */
export class BadCost extends Error {
  override readonly name = 'BadCost';
  readonly field: string;
  readonly code: string;

  constructor(field: string, code: string) {
    super(`${field}: ${code}`);
    this.field = field;
    this.code = code;
  }
}

/**
 * Reads a cost as lists have it: a number, or a decimal text.
 * @throws BadCost
 */
export function readUsd(value: unknown, field: string): Usd {
  if (typeof value !== 'number' && typeof value !== 'string') throw new BadCost(field, 'invalid_type');
  const text = String(value).trim();
  if (/^-/.test(text)) throw new BadCost(field, 'too_small');
  const match = /^(\d{1,12})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (match === null) throw new BadCost(field, 'invalid_type');
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  const shift = DIGITS - fraction.length + Number(exponent);
  if (shift < 0) throw new BadCost(field, 'number.too_many_decimals');
  if (shift > DIGITS + LARGEST_EXPONENT) throw new BadCost(field, 'too_big');
  return BigInt(whole + fraction) * 10n ** BigInt(shift);
}

const ceilDivide = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor;
const toNumber = (billionths: bigint): number => Number(formatDecimal(billionths));

/** Ratio 1 is 0.000002 USD a token. Rounded up at the ninth decimal, as all of these. */
export const tokenRatio = (usd: Usd): number => toNumber(ceilDivide(usd * 500_000n, USD_TO_BILLIONTHS));

/** Ratio 1 is 2 USD per million tokens. */
export const perMillion = (usd: Usd): Usd => ceilDivide(usd, 1_000_000n);

/** Ratio 1 is 0.002 USD a unit. */
export const unitRatio = (usd: Usd): number => toNumber(ceilDivide(usd * 500n, USD_TO_BILLIONTHS));

/** The share of one cost in another; undefined if the other is 0. */
export const shareOf = (usd: Usd, base: Usd): number | undefined =>
  base === 0n ? undefined : toNumber(ceilDivide(usd * BILLION, base));
