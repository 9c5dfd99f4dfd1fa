/** Currencies that an order can be in, with the decimals of their amounts. Source: ISO 4217. */
export const currencyDecimals = {
  USD: 2,
  CNY: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  JPY: 0,
  KRW: 0,
  SGD: 2,
  AUD: 2,
  CAD: 2,
  MYR: 2,
  THB: 2,
} as const;
export type Currency = keyof typeof currencyDecimals;
export const currencies = Object.keys(currencyDecimals) as [Currency, ...Currency[]];

/** An amount in minor units as a decimal text: 1990 of CNY is `19.90`. */
export function toAmountText(minor: number, currency: Currency): string {
  const decimals = currencyDecimals[currency];
  if (decimals === 0) return String(minor);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * A decimal text in minor units, exactly; `1`, `1.0` and `1.00` are equal.
 * @returns undefined for a text that is no amount, or has more decimals than the currency
 */
export function parseAmountText(text: string, currency: Currency): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const decimals = currencyDecimals[currency];
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  return /^0*$/.test(fraction.slice(decimals)) ? Number(whole + kept) : undefined;
}
