import { type CountedUnit, MAX_POINTS, type UnitKind } from '@turnpike/contract';
import { ONE, parseDecimal, type Rate, toDecimalText } from './decimal.ts';
import type { Price, TokenRates, UnitRate } from './price-book.ts';
import { inputTokensOf, NO_UNITS, type Usage, type UsageBucket, usageBuckets } from './usage.ts';

const SCALE_CUBED = ONE * ONE * ONE;
const MAX_CHARGE = BigInt(MAX_POINTS);
/** The rate of a service tier without a factor of its own. */
const STANDARD: Rate = { ratio: ONE, text: '1' };

/** One line of a charge's formula: `count × ratio`, before the ratios of service tier, hour and group. */
export interface ChargeLine {
  bucket: UsageBucket | UnitKind;
  /** Variant of a unit that has several. */
  variant?: string;
  count: number;
  /** Decimal text, in points per unit. */
  ratio: string;
}

export interface Charge {
  points: number;
  lines: ChargeLine[];
  /** Input length, in tokens, above which the applied price counts; 0 for the base price. */
  step: number;
  /** Ratio of the applied price; null where tokens cost nothing. */
  inputRatio: number | null;
  outputRatio: number | null;
  /** Factors of the service tier and of the hour, as decimal texts. */
  tierRatio: string;
  hourRatio: string;
}

/**
 * Computes the points charged for one finished call: the sum over tokens and units, rounded up once at the
 * end.
 * @param usage disjoint counts from the upstream
 * @param price the price that the call was quoted with, at the moment of its arrival
 * @param groupRatio factor of the paying group, in whole billionths
 * @param percent part that a cached answer costs
 * @returns whole points, at least 1 unless the price, the factors or the usage is zero
 * Source: docs/reference/charging.md, "How a price is applied".
 */
export function chargeOf(usage: Usage, price: Price, groupRatio: bigint, percent = 100): Charge {
  const lines: ChargeLine[] = [];
  let sum = 0n;
  const rates = ratesFor(price, usage);
  if (rates !== null) {
    for (const bucket of usageBuckets) {
      const count = usage[bucket];
      if (count === 0) continue;
      const { ratio, text } = rates.buckets[bucket];
      sum += BigInt(count) * ratio;
      lines.push({ bucket, count, ratio: text });
    }
  }
  if (price.call !== null && (price.type === 'times' || lines.length > 0)) {
    sum += price.call.ratio;
    lines.push({ bucket: 'call', count: 1, ratio: price.call.text });
  }
  if (price.units.length > 0) sum += chargeUnits(usage, price, lines);
  const tier = usage.tier === null ? STANDARD : (price.tiers.get(usage.tier) ?? STANDARD);
  return {
    points: roundUp(sum, tier.ratio, groupRatio, partOf(percent), price.hour.ratio),
    lines,
    step: rates?.above ?? 0,
    inputRatio: rates?.input ?? null,
    outputRatio: rates?.output ?? null,
    tierRatio: tier.text,
    hourRatio: price.hour.text,
  };
}

/** The parts of a charge that a log row stores. */
export interface KeptCharge {
  lines: readonly ChargeLine[];
  group_ratio: number;
  tier_ratio?: string | undefined;
  hour_ratio?: string | undefined;
  cached?: { percent: number } | undefined;
}

/** Recomputes the points of a call from its log row: the paid, owed and unpaid points together. */
export function chargeOfLog(kept: KeptCharge): number {
  const { lines, group_ratio, tier_ratio = '1', hour_ratio = '1', cached } = kept;
  let sum = 0n;
  for (const { count, ratio } of lines) sum += BigInt(count) * parseDecimal(ratio);
  const group = parseDecimal(toDecimalText(group_ratio));
  const part = partOf(cached?.percent ?? 100);
  return roundUp(sum, parseDecimal(tier_ratio), group, part, parseDecimal(hour_ratio));
}

/** Adds a line for each counted unit that has a price. */
function chargeUnits({ units }: Usage, price: Price, lines: ChargeLine[]): bigint {
  let sum = 0n;
  for (const { kind, variant = '', count } of units) {
    const rate = unitRateOf(price, { kind, variant });
    if (rate === null || count === 0) continue;
    sum += BigInt(count) * rate.ratio;
    lines.push({ bucket: kind, ...(variant !== '' && { variant }), count, ratio: rate.text });
  }
  return sum;
}

/**
 * A picture's variant is its size and quality; a price may name the size alone. If a price names only
 * variants, an unknown variant costs as much as the most expensive one, so a new variant is not free.
 */
function unitRateOf(
  { units }: Price,
  { kind, variant }: { kind: UnitKind; variant: string },
): UnitRate | null {
  const ofKind = units.filter((unit) => unit.kind === kind);
  for (const name of [variant, variant.split(' ', 1)[0], '']) {
    const rate = ofKind.find((unit) => unit.variant === name);
    if (rate !== undefined) return rate;
  }
  return ofKind.reduce<UnitRate | null>((a, b) => (a === null || b.ratio > a.ratio ? b : a), null);
}

function ratesFor({ rates }: Price, usage: Usage): TokenRates | null {
  if (rates.length < 2) return rates[0] ?? null;
  const input = inputTokensOf(usage);
  return rates.find(({ above }) => input > above) ?? rates.at(-1) ?? null;
}

/** Maximum use of one call, by the price that may apply. */
export interface CallEstimate {
  textTokens: number;
  /** Tokens of pictures, documents and videos. */
  imageTokens: number;
  audioTokens: number;
  outputTokens: number;
  asks: AskedKinds;
  /** Units that the request asks for; omitted where there are none. */
  units?: readonly CountedUnit[] | undefined;
}

/** Request options that change the ratio. */
export interface AskedKinds {
  audioOutput: boolean;
  imageOutput: boolean;
  cacheWrite: boolean;
  /** Service tier in the request; empty where the request has none. */
  tier: string;
}

export const NOTHING_ASKED: AskedKinds = Object.freeze({
  audioOutput: false,
  imageOutput: false,
  cacheWrite: false,
  tier: '',
});

/**
 * Returns the points to hold before a call: each part of the input and the maximum output, at the highest
 * ratio that the upstream may report it under. The most expensive hour counts that the call may run into.
 */
export function quoteOf(estimate: CallEstimate, price: Price, groupRatio: bigint): number {
  const { textTokens, imageTokens, audioTokens, outputTokens, asks } = estimate;
  const input = inputTokensIn(estimate);
  let most = 0n;
  for (const rates of reachableRates(price, input)) {
    const text = textInputRatio(rates, asks);
    let sum = BigInt(textTokens) * text + BigInt(outputTokens) * outputRatio(rates, asks);
    if (imageTokens > 0) sum += BigInt(imageTokens) * maxOf(text, rates.buckets.imageInput.ratio);
    if (audioTokens > 0) sum += BigInt(audioTokens) * maxOf(text, rates.buckets.audioInput.ratio);
    most = maxOf(most, sum);
  }
  if (price.units.length > 0) {
    const asked = askedUnits(price, estimate.units ?? NO_UNITS);
    most += asked > 0n ? asked : leastUnits(price, { asks, isElseFree: most === 0n });
  }
  most += price.call?.ratio ?? 0n;
  return roundUp(most, tierFactor(price, asks), groupRatio, price.maxHour);
}

/** Returns the tokens of the whole input. */
export const inputTokensIn = ({
  textTokens,
  imageTokens,
  audioTokens,
}: Pick<CallEstimate, 'textTokens' | 'imageTokens' | 'audioTokens'>): number =>
  textTokens + imageTokens + audioTokens;

function askedUnits(price: Price, units: readonly CountedUnit[]): bigint {
  let sum = 0n;
  for (const { kind, variant = '', count } of units)
    sum += BigInt(count) * (unitRateOf(price, { kind, variant })?.ratio ?? 0n);
  return sum;
}

/**
 * The number of units is unknown before the call. Hold one requested picture, or one unit where nothing else
 * costs anything, so that an empty balance cannot make calls.
 */
function leastUnits(
  { units }: Price,
  { asks, isElseFree }: { asks: AskedKinds; isElseFree: boolean },
): bigint {
  let dearest = 0n;
  for (const { kind, ratio } of units)
    if (isElseFree || (kind === 'image' && asks.imageOutput)) dearest = maxOf(dearest, ratio);
  return dearest;
}

/** Terms that the price of an output token depends on. */
interface OutputTerms {
  price: Price;
  groupRatio: bigint;
  asks: AskedKinds;
  /** Approximate number of input tokens. */
  inputTokens: number;
}

/** Returns the number of output tokens that the points pay for. */
export function affordableOutput(points: number, terms: OutputTerms): number {
  const { price, asks, groupRatio } = terms;
  const perToken = dearestOutput(terms) * tierFactor(price, asks) * groupRatio * price.maxHour;
  if (perToken === 0n) return Number.MAX_SAFE_INTEGER;
  const count = (BigInt(Math.max(0, points)) * SCALE_CUBED * ONE) / perToken;
  return count > MAX_CHARGE ? Number.MAX_SAFE_INTEGER : Number(count);
}

/** Returns the maximum cost of output tokens, in points. */
export const outputCost = (tokens: number, terms: OutputTerms): number =>
  roundUp(
    BigInt(tokens) * dearestOutput(terms),
    tierFactor(terms.price, terms.asks),
    terms.groupRatio,
    terms.price.maxHour,
  );

function dearestOutput({ price, asks, inputTokens }: OutputTerms): bigint {
  let dearest = 0n;
  for (const rates of reachableRates(price, inputTokens)) dearest = maxOf(dearest, outputRatio(rates, asks));
  return dearest;
}

/** Estimates count one token per three bytes, but each byte of digits and rare letters may be a token. */
const DENSEST = 3;

/** Rates that may apply to an input of about this length. A higher step may cost less than a lower one. */
const reachableRates = ({ rates }: Price, input: number): readonly TokenRates[] =>
  rates.length < 2 ? rates : rates.filter(({ above }) => above === 0 || input * DENSEST > above);

/** The upstream may serve another tier than requested, but not a more expensive one. */
function tierFactor({ tiers }: Price, { tier: asked }: AskedKinds): bigint {
  if (tiers.size === 0 || asked === '') return ONE;
  let factor = ONE;
  for (const [tier, { ratio }] of tiers) {
    if (tier === asked || asked === 'auto') factor = maxOf(factor, ratio);
  }
  return factor;
}

/** An upstream writes a paid cache only if the request marks content for caching. */
function textInputRatio({ buckets }: TokenRates, { cacheWrite }: AskedKinds): bigint {
  const read = maxOf(buckets.textInput.ratio, buckets.cacheRead.ratio);
  return cacheWrite ? maxOf(read, buckets.cacheWrite5m.ratio, buckets.cacheWrite1h.ratio) : read;
}

function outputRatio({ buckets }: TokenRates, { audioOutput, imageOutput }: AskedKinds): bigint {
  let ratio = maxOf(buckets.textOutput.ratio, buckets.reasoningOutput.ratio);
  if (audioOutput) ratio = maxOf(ratio, buckets.audioOutput.ratio);
  return imageOutput ? maxOf(ratio, buckets.imageOutput.ratio) : ratio;
}

/**
 * Rounds up to whole points. A factor of one is left out of the division, which takes five times as long on
 * long numbers.
 * @param sum in billionths, as are the factors
 */
function roundUp(sum: bigint, ...factors: readonly bigint[]): number {
  let scaled = sum;
  let scale = ONE;
  for (const factor of factors) {
    if (factor === ONE) continue;
    scaled *= factor;
    scale *= ONE;
  }
  const points = (scaled + scale - 1n) / scale;
  return Number(points > MAX_CHARGE ? MAX_CHARGE : points);
}

const partOf = (percent: number): bigint => (percent === 100 ? ONE : BigInt(percent) * (ONE / 100n));

/** `Math.max` accepts numbers only. */
function maxOf(...values: bigint[]): bigint {
  let largest = 0n;
  for (const value of values) if (value > largest) largest = value;
  return largest;
}
