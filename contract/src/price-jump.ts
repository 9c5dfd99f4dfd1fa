import type { Price } from './entities/price.ts';

/** A change of a price by more than this factor is asked about: it looks like another unit or a lost digit. */
const MAX_FACTOR = 10n;
/** Prices have nine decimals. */
const BILLION = 1e9;

/** A part of a price that changes so much that somebody has to confirm it. */
export interface PriceJump {
  /** `input`, `output`, `step 200000 input`, `unit image`, `extra cached_read_tokens`, `tier flex`. */
  part: string;
  /** Undefined where the model had no price. */
  before: number | undefined;
  after: number;
}

/**
 * What of a change must be confirmed: a part that becomes more than ten times or less than a tenth of what it was, or
 * free, and a new price that is free altogether.
 */
export function priceJumps(before: Price | undefined | null, after: Price): PriceJump[] {
  if (!before) {
    return isFreePrice(after) ? [{ part: 'input', before: undefined, after: 0 }] : [];
  }
  if (before.type !== after.type) {
    // Tokens and calls have no common measure.
    return isFreePrice(after) && !isFreePrice(before)
      ? [{ part: 'input', before: before.input, after: after.input }]
      : [];
  }
  const next = partsOf(after);
  return [...partsOf(before)].flatMap(([part, was]) => {
    const is = next.get(part) ?? missing(part);
    return is !== undefined && isJump(was, is) ? [{ part, before: was, after: is }] : [];
  });
}

/** Whether nothing that a call may use costs anything. */
export const isFreePrice = (price: Price): boolean =>
  price.input === 0 &&
  (price.type === 'times' ||
    (price.output === 0 && price.steps.every((step) => !step.input && !step.output))) &&
  price.units.every((unit) => unit.price === 0);

/** What is not named any more: a unit costs nothing then, everything else what the rest of the price says. */
const missing = (part: string): number | undefined => (part.startsWith('unit ') ? 0 : undefined);

function isJump(before: number, after: number): boolean {
  const [was, is] = [before, after].map((value) => BigInt(Math.round(value * BILLION))) as [bigint, bigint];
  return is > was * MAX_FACTOR || is * MAX_FACTOR < was;
}

function partsOf(price: Price): Map<string, number> {
  const parts = new Map([['input', price.input]]);
  if (price.type === 'tokens') {
    parts.set('output', price.output);
    for (const { above, input, output } of price.steps) {
      parts.set(`step ${above} input`, input);
      parts.set(`step ${above} output`, output);
    }
  }
  for (const { kind, variant, price: each } of price.units) parts.set(`unit ${kind} ${variant}`.trim(), each);
  for (const [name, ratio] of Object.entries(price.extra_ratios)) parts.set(`extra ${name}`, ratio);
  for (const [name, ratio] of Object.entries(price.tiers)) parts.set(`tier ${name}`, ratio);
  return parts;
}
