import {
  type Price,
  type ServiceTier,
  type UnitPrice,
  type UsageClass,
  usageClasses,
} from '@turnpike/contract';
import { type CostLine, chargedPoints, decimalProductText, decimalText } from './exact-cost.ts';

/** A call that a price is tried on. */
export interface ExampleCall {
  /** All of the input, the cached part included. */
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  /** Counts of the price's units, in its order; 1 by default. */
  unitCounts: readonly number[];
  /** Service tier that the upstream reports; empty: the usual one. */
  tier: ServiceTier | '';
  /** Factor of the hour; 1 outside of all rules. */
  hourRatio: number;
}

interface ExampleCharge {
  lines: CostLine[];
  /** Input tokens above which the taken price counts; 0 for the price of any input. */
  step: number;
  tierRatio: string;
  hourRatio: string;
  points: number;
}

/** A price by calls or by units of 1 costs 1 000 points. */
const POINTS_PER_UNIT_RATIO = '1000';

const bucketClasses: readonly [bucket: string, names: readonly [UsageClass, ...UsageClass[]]][] = [
  ['textInput', ['input_text_tokens']],
  ['cacheRead', ['cached_read_tokens', 'cached_tokens']],
  ['textOutput', ['output_text_tokens']],
];

/**
 * Cost of a call at a price, with group ratio 1, line by line.
 * Source: docs/reference/charging.md, "How a price is applied"; a test compares it with what the gateway charges.
 * @returns null while the price has a number that is none
 */
export function exampleCharge(price: Price, call: ExampleCall): ExampleCharge | null {
  if (!isWhole(price) || !areCounts(call) || !isAmount(call.hourRatio)) return null;
  const lines: CostLine[] = [];
  const sides = sidesFor(price, call.inputTokens);
  if (price.type === 'tokens') {
    const cached = Math.min(call.cachedTokens, call.inputTokens);
    const counts = [call.inputTokens - cached, cached, call.outputTokens];
    for (const [index, [bucket, names]] of bucketClasses.entries()) {
      const count = counts[index] ?? 0;
      if (count > 0) lines.push({ bucket, count, ratio: ratioOf(price, sides, names) });
    }
  }
  addUnits(price, call, lines);
  const factor = call.tier === '' ? undefined : price.tiers[call.tier];
  const tierRatio = decimalText(factor ?? 1);
  const hourRatio = decimalText(call.hourRatio);
  return {
    lines,
    step: sides.above,
    tierRatio,
    hourRatio,
    points: chargedPoints(lines, { groupRatio: 1, tierRatio, hourRatio }),
  };
}

/** A call's price comes before the other units; only one of them counts, and none next to a price by calls. */
function addUnits(price: Price, call: ExampleCall, lines: CostLine[]): void {
  const perCall =
    price.type === 'times' ? price.input : price.units.find(({ kind }) => kind === 'call')?.price;
  if (perCall !== undefined && (price.type === 'times' || lines.length > 0))
    lines.push({ bucket: 'call', count: 1, ratio: perUnit(perCall) });
  for (const [index, { kind, variant, price: ratio }] of price.units.entries()) {
    const count = call.unitCounts[index] ?? 1;
    if (kind === 'call' || count === 0) continue;
    lines.push({ bucket: kind, ...(variant !== '' && { variant }), count, ratio: perUnit(ratio) });
  }
}

const perUnit = (ratio: number): string => decimalProductText(decimalText(ratio), POINTS_PER_UNIT_RATIO);

interface Sides {
  above: number;
  input: number;
  output: number;
}

function sidesFor({ type, steps, input, output }: Price, inputTokens: number): Sides {
  const reached = type === 'tokens' ? steps.filter(({ above }) => inputTokens > above) : [];
  return reached.sort((a, b) => b.above - a.above)[0] ?? { above: 0, input, output };
}

function ratioOf(price: Price, sides: Sides, names: readonly [UsageClass, ...UsageClass[]]): string {
  const { side, fallback } = usageClasses[names[0]];
  const named = names.map((name) => price.extra_ratios[name]).find((ratio) => ratio !== undefined);
  return decimalProductText(decimalText(sides[side]), named === undefined ? fallback : decimalText(named));
}

/** Fields that are empty or no numbers leave nothing to compute with. */
const isAmount = (value: number): boolean => Number.isFinite(value) && value >= 0 && value <= 1e6;

const isWhole = ({ type, input, output, extra_ratios, units, steps, tiers }: Price): boolean =>
  isAmount(input) &&
  (type === 'times' || isAmount(output)) &&
  Object.values(extra_ratios).every(isAmount) &&
  units.every((unit: UnitPrice) => isAmount(unit.price)) &&
  steps.every((step) => isAmount(step.input) && isAmount(step.output)) &&
  Object.values(tiers).every(isAmount);

const areCounts = ({ inputTokens, cachedTokens, outputTokens, unitCounts }: ExampleCall): boolean =>
  [inputTokens, cachedTokens, outputTokens, ...unitCounts].every(
    (count) => Number.isSafeInteger(count) && count >= 0 && count <= 1e8,
  );
