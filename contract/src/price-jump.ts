import { serviceTier } from './catalogues/units.ts';
import { type UsageClass, usageClasses } from './catalogues/usage-classes.ts';
import type { Price } from './entities/price.ts';

/** A change of a price by more than this factor is asked about: it looks like another unit or a lost digit. */
const MAX_FACTOR = 10n;
/** Prices have nine decimals. */
const BILLION = 1e9;

/** A part of a price that changes so much that somebody has to confirm it. */
export interface PriceJump {
  /** `input`, `output`, `step 200000 input`, `unit image`, `extra cached_read_tokens`, `tier flex`, `hours`. */
  part: string;
  /** Undefined where the model had no price. */
  before: number | undefined;
  after: number;
}

/**
 * Parts of a change that need confirmation. A part changes by more than a factor of ten or becomes free, or the way of
 * charging changes. In a new price, free parts need it. If a price does not name a part, its default counts: the base
 * price for a step, 1 for a tier, the usual ratio for a class.
 */
export function priceJumps(before: Price | undefined | null, after: Price): PriceJump[] {
  if (!before) return freeParts(after);
  if (before.type !== after.type)
    // Tokens and calls have no common measure.
    return [{ part: 'input', before: before.input, after: after.input }];
  const jumps: PriceJump[] = [];
  const compare = (part: string, was: number, is: number): void => {
    if (isJump(was, is)) jumps.push({ part, before: was, after: is });
  };
  for (const above of lengthsOf(before, after)) {
    const name = above === 0 ? '' : `step ${above} `;
    const [was, is] = [ratesAbove(before, above), ratesAbove(after, above)];
    compare(`${name}input`, was.input, is.input);
    if (after.type === 'tokens') compare(`${name}output`, was.output, is.output);
  }
  for (const [name, { fallback }] of Object.entries(usageClasses) as [UsageClass, { fallback: string }][])
    compare(
      `extra ${name}`,
      before.extra_ratios[name] ?? Number(fallback),
      after.extra_ratios[name] ?? Number(fallback),
    );
  for (const tier of serviceTier) compare(`tier ${tier}`, before.tiers[tier] ?? 1, after.tiers[tier] ?? 1);
  const [hoursBefore, hoursAfter] = [hourRange(before), hourRange(after)];
  compare('hours', hoursBefore.max, hoursAfter.max);
  if (jumps.at(-1)?.part !== 'hours') compare('hours', hoursBefore.min, hoursAfter.min);
  const units = unitsOf(after);
  for (const [unit, was] of unitsOf(before)) compare(`unit ${unit}`, was, units.get(unit) ?? 0);
  return jumps;
}

/** Parts of a price for which calls cost nothing. */
function freeParts(price: Price): PriceJump[] {
  const parts: string[] = isFreePrice(price) ? ['input'] : [];
  for (const { above, input, output } of price.steps)
    if (input === 0 && output === 0 && (price.input > 0 || price.output > 0))
      parts.push(`step ${above} input`);
  for (const tier of serviceTier) if (price.tiers[tier] === 0) parts.push(`tier ${tier}`);
  if (hourRange(price).min === 0) parts.push('hours');
  return parts.map((part) => ({ part, before: undefined, after: 0 }));
}

/** Lengths of the input above which one of the prices has rates of its own, and 0. */
const lengthsOf = (...prices: readonly Price[]): number[] =>
  [
    ...new Set([
      0,
      ...prices.flatMap(({ type, steps }) => (type === 'tokens' ? steps.map(({ above }) => above) : [])),
    ]),
  ].sort((a, b) => a - b);

/** The price of an input that is just longer. */
function ratesAbove({ input, output, steps }: Price, above: number): { input: number; output: number } {
  const reached = steps.filter((step) => step.above <= above).sort((a, b) => b.above - a.above);
  return reached[0] ?? { input, output };
}

const unitsOf = ({ units }: Price): Map<string, number> =>
  new Map(units.map(({ kind, variant, price }) => [`${kind} ${variant}`.trim(), price]));

/** Factors of the cheapest and of the most expensive hour. */
function hourRange({ hours }: Price): { min: number; max: number } {
  const ratios = [1, ...(hours?.rules ?? []).map(({ ratio }) => ratio)];
  return { min: Math.min(...ratios), max: Math.max(...ratios) };
}

/** Whether nothing that a call may use costs anything. */
export const isFreePrice = (price: Price): boolean =>
  price.input === 0 &&
  (price.type === 'times' ||
    (price.output === 0 && price.steps.every((step) => !step.input && !step.output))) &&
  price.units.every((unit) => unit.price === 0);

function isJump(before: number, after: number): boolean {
  const [was, is] = [before, after].map((value) => BigInt(Math.round(value * BILLION))) as [bigint, bigint];
  return is > was * MAX_FACTOR || is * MAX_FACTOR < was;
}
