/**
 * US dollars as price lists have them, in a price's own ratios: exact decimals, nine places. Ratio 1 is 2 USD per
 * million tokens, and 0.002 USD per unit or call. Source: docs/reference/compatibility.md, "Prices".
 */
const DIGITS = 9;
const SCALE = 10n ** BigInt(DIGITS);
const TOKENS_PER_RATIO = 500_000n;
const UNITS_PER_RATIO = 500n;
/** Figures of a list that went through floating point have no more digits than these. */
const SIGNIFICANT = 10;

/** @param {number} usd for one token @returns {string} */
export const tokenRatio = (usd) => ratio(usd, TOKENS_PER_RATIO);

/** @param {number} usd for one unit or call @returns {string} */
export const unitRatio = (usd) => ratio(usd, UNITS_PER_RATIO);

/**
 * One price as a part of another; rounded up at the last decimal, so that it never comes to less.
 * @param {number} price @param {number} base above 0 @returns {string}
 */
export function shareOf(price, base) {
  const [dividend, divisor] = [fraction(price), fraction(base)];
  const numerator = dividend.digits * 10n ** BigInt(divisor.decimals) * SCALE;
  const denominator = divisor.digits * 10n ** BigInt(dividend.decimals);
  return text((numerator + denominator - 1n) / denominator);
}

function ratio(usd, factor) {
  const { digits, decimals } = fraction(usd);
  const divisor = 10n ** BigInt(decimals);
  return text((digits * factor * SCALE + divisor - 1n) / divisor);
}

/** A number as whole digits and how many of them are decimals. */
function fraction(value) {
  const [, whole, decimals = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(
    String(Number(value.toPrecision(SIGNIFICANT))),
  );
  const places = decimals.length - Number(exponent);
  const digits = BigInt(whole + decimals);
  return places >= 0
    ? { digits, decimals: places }
    : { digits: digits * 10n ** BigInt(-places), decimals: 0 };
}

function text(billionths) {
  const rest = (billionths % SCALE).toString().padStart(DIGITS, '0').replace(/0+$/, '');
  return rest === '' ? `${billionths / SCALE}` : `${billionths / SCALE}.${rest}`;
}
