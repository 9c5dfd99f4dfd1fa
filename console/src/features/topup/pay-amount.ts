import {
  currencyDecimals,
  MAX_TOP_UP,
  type PayWayView,
  type TopUpTerms,
  topUpPrice,
} from '@turnpike/contract';
import type { AmountTables } from './topup-api.ts';

type Limits = Pick<PayWayView, 'min_amount' | 'max_amount' | 'amounts'>;

/** Largest amount that a way to pay takes. */
export const maxAmountOf = ({ max_amount }: Pick<Limits, 'max_amount'>): number =>
  max_amount > 0 ? Math.min(max_amount, MAX_TOP_UP) : MAX_TOP_UP;

/** Terms of a way to pay, with what the site gives. */
export const termsOf = (way: PayWayView, tables: AmountTables): TopUpTerms => ({
  currency: way.currency,
  rate: way.rate,
  fixedFee: way.fixed_fee,
  percentFee: way.percent_fee,
  ...tables,
});

/** The price of a top-up, in the currency of the way to pay. */
export const toPay = (amount: number, way: PayWayView, tables: AmountTables): number =>
  topUpPrice(amount, termsOf(way, tables)).payMinor / 10 ** currencyDecimals[way.currency];

/** The amounts that a way to pay sells, or of those it takes the ones with a discount or bonus; smallest first. */
export function commonAmounts(way: Limits, { discounts, bonuses }: AmountTables): readonly number[] {
  if (way.amounts !== null) return way.amounts;
  const amounts = new Set([...Object.keys(discounts), ...Object.keys(bonuses)].map(Number));
  return [...amounts]
    .filter((amount) => amount >= way.min_amount && amount <= maxAmountOf(way))
    .sort((one, other) => one - other);
}

/** @returns whole dollars; undefined for any other text. Full-width digits count. */
export function parseDollars(typed: string): number | undefined {
  const text = typed.normalize('NFKC').trim();
  const amount = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return amount > 0 ? amount : undefined;
}

/** The amount that an order would have: none where the way to pay sells others only. */
export function orderAmount(typed: string, way: Pick<Limits, 'amounts'> | undefined): number | undefined {
  const amount = parseDollars(typed);
  const sold = way?.amounts ?? null;
  return amount === undefined || sold === null || sold.includes(amount) ? amount : undefined;
}

export interface AmountIssue {
  code: 'order.amount_missing' | 'order.whole_amount' | 'field.too_small' | 'field.too_big';
  limit?: number;
}

/** The first thing that is wrong with a typed amount. */
export function amountIssue(typed: string, way: Limits): AmountIssue | undefined {
  const amount = orderAmount(typed, way);
  if (amount === undefined)
    return { code: way.amounts === null ? 'order.whole_amount' : 'order.amount_missing' };
  if (amount < way.min_amount) return { code: 'field.too_small', limit: way.min_amount };
  const limit = maxAmountOf(way);
  return amount > limit ? { code: 'field.too_big', limit } : undefined;
}
