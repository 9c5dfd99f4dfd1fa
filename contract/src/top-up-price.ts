import { type Currency, currencyDecimals } from './catalogues/currencies.ts';
import { POINTS_PER_USD } from './catalogues/point-amounts.ts';

/** Largest amount of a top-up, in whole dollars. Source: docs/reference/payments.md, "Price". */
export const MAX_TOP_UP = 1_000_000;

/** Factors, percentages and rates have at most nine decimals. */
const SCALE = 1_000_000_000n;
const DECIMALS = 9;

/** Terms of a top-up, as the site and a payment gateway have them. */
export interface TopUpTerms {
  currency: Currency;
  /** Units of the currency for one dollar. */
  rate: number;
  /** Dollars for each payment. */
  fixedFee: number;
  /** Part of the discounted amount: 0.05 is 5 %. */
  percentFee: number;
  /** Factor by amount: `{"100": 0.95}` sells 100 dollars for 95. */
  discounts: Readonly<Record<string, number>>;
  /** Percent of the amount by the amount from which they are given: `{"100": 5}`. */
  bonuses: Readonly<Record<string, number>>;
}

export interface TopUpPrice {
  /** To pay, in minor units of the currency. */
  payMinor: number;
  /** The fee's part of it. */
  feeMinor: number;
  /** Difference to the same payment without the discount. */
  discountMinor: number;
  /** Factor of the amount; 1 without a discount. */
  factor: number;
  /** Points for the amount. */
  quota: number;
  /** Points that are given in addition. */
  bonusQuota: number;
}

/**
 * Price of a top-up: (amount × discount + fee) × rate, computed exactly and rounded once, half up.
 * @param amount whole dollars, 1 to `MAX_TOP_UP`
 * Source: docs/reference/payments.md, "Price".
 */
export function topUpPrice(
  amount: number,
  { currency, rate, fixedFee, percentFee, discounts, bonuses }: TopUpTerms,
): TopUpPrice {
  const factor = discounts[String(amount)] ?? 1;
  const pay = (factorOf: bigint): { pay: bigint; fee: bigint } => {
    // In dollars with 18 decimals.
    const net = BigInt(amount) * factorOf * SCALE;
    const fee =
      percentFee > 0 ? BigInt(amount) * factorOf * toScaled(percentFee) : toScaled(fixedFee) * SCALE;
    return { pay: (net + fee) * toScaled(rate), fee: fee * toScaled(rate) };
  };
  const minor = (value: bigint): number => {
    const unit = SCALE ** 3n;
    return Number((value * 10n ** BigInt(currencyDecimals[currency]) * 2n + unit) / (unit * 2n));
  };
  const asked = pay(toScaled(factor));
  const payMinor = minor(asked.pay);
  const quota = amount * POINTS_PER_USD;
  return {
    payMinor,
    feeMinor: minor(asked.fee),
    discountMinor: Math.max(0, minor(pay(SCALE).pay) - payMinor),
    factor,
    quota,
    bonusQuota: Number((BigInt(quota) * toScaled(bonusPercent(amount, bonuses))) / (100n * SCALE)),
  };
}

/** Percent of the highest step that an amount reaches; 0 below the first. */
export function bonusPercent(amount: number, bonuses: TopUpTerms['bonuses']): number {
  let reached = 0;
  let percent = 0;
  for (const [from, given] of Object.entries(bonuses)) {
    if (Number(from) > amount || Number(from) < reached) continue;
    reached = Number(from);
    percent = given;
  }
  return percent;
}

function toScaled(value: number): bigint {
  const [whole = '0', fraction = ''] = value.toFixed(DECIMALS).split('.');
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(DECIMALS, '0'));
}

/** An option such as `{"100": 0.95}`: whole dollars and a number for each. */
export interface AmountTable {
  /** Bounds of the numbers; the lower one is excluded. */
  above: number;
  atMost: number;
}
export const discountTable: AmountTable = { above: 0, atMost: 1 };
export const bonusTable: AmountTable = { above: 0, atMost: 1000 };

const MAX_ROWS = 50;

/** @returns the table; undefined for a text that is none */
export function parseAmountTable(
  text: string,
  { above, atMost }: AmountTable,
): Record<string, number> | undefined {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const rows = Object.entries(value);
  const isTable =
    rows.length <= MAX_ROWS &&
    rows.every(
      ([amount, given]) =>
        /^[1-9]\d{0,6}$/.test(amount) &&
        Number(amount) <= MAX_TOP_UP &&
        typeof given === 'number' &&
        given > above &&
        given <= atMost &&
        Number(given.toFixed(DECIMALS)) === given,
    );
  return isTable ? (value as Record<string, number>) : undefined;
}
