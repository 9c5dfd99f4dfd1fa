/** Exact decimals for prices, as whole billionths in a bigint. Source of the bounds: contract, `ratio()`. */
const DIGITS = 9;
const SCALE = 10n ** BigInt(DIGITS);
/** No ratio is this large. The bound keeps a short text from becoming a number with a hundred digits. */
const LARGEST_EXPONENT = 12;

/** One, in whole billionths. */
export const ONE = SCALE;

/**
 * Reads a decimal text such as `1.25` or `1e-7`.
 * @returns whole billionths
 * @throws RangeError when the text is not a decimal, is negative, or is finer than a billionth
 */
export function parseDecimal(text: string): bigint {
  const match = /^(\d{1,12})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,2}))?$/i.exec(text.trim());
  if (match === null) throw new RangeError('not a decimal');
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  if (Number(exponent) > LARGEST_EXPONENT) throw new RangeError('too large');
  const shift = DIGITS - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  if (digits % divisor !== 0n) throw new RangeError('finer than a billionth');
  return digits / divisor;
}

/** Returns the shortest decimal text of whole billionths. */
export function formatDecimal(billionths: bigint): string {
  const whole = billionths / SCALE;
  const fraction = (billionths % SCALE).toString().padStart(DIGITS, '0').replace(/0+$/, '');
  return fraction === '' ? whole.toString() : `${whole}.${fraction}`;
}

/** A ratio, in whole billionths and as a log row stores it. */
export interface Rate {
  ratio: bigint;
  text: string;
}

export const toRate = (ratio: bigint): Rate => ({ ratio, text: formatDecimal(ratio) });

/** Converts a number from outside to decimal text without changing its value. */
export const toDecimalText = (value: number): string => formatDecimal(parseDecimal(value.toFixed(DIGITS)));
