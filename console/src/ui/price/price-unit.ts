export const priceUnits = ['1M', '1K', 'multiplier'] as const;
export type PriceUnit = (typeof priceUnits)[number];

const POINTS_PER_CALL = 1000;

/** Points that a multiplier of 1 costs: for a million tokens, for a thousand, or for a call. */
const pointsPer = { '1M': 1_000_000, '1K': 1000, call: POINTS_PER_CALL };

/** A product of decimals without what binary fractions add to it. */
export const decimalProduct = (...factors: number[]): number =>
  Number(factors.reduce((result, factor) => result * factor, 1).toPrecision(12));

export interface PriceMoney {
  pointsPerUnit: number;
  /** Rate of the currency that the price is shown in. */
  perDollar: number;
}

type Per = keyof typeof pointsPer;

/** Money of a multiplier: per million tokens, per thousand, or per call. */
export const toMoney = (multiplier: number, per: Per, { pointsPerUnit, perDollar }: PriceMoney): number =>
  decimalProduct(multiplier, pointsPer[per], perDollar, 1 / pointsPerUnit);

/** Multiplier of a price in money. */
export const fromMoney = (amount: number, per: Per, { pointsPerUnit, perDollar }: PriceMoney): number =>
  Number(decimalProduct(amount, pointsPerUnit, 1 / pointsPer[per], 1 / perDollar).toFixed(9));
