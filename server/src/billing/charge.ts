import { MAX_POINTS } from '@turnpike/contract';
import { formatDecimal, ONE } from './decimal.ts';
import type { Price } from './price-book.ts';
import { type TokenCounts, type UsageBucket, usageBuckets } from './usage.ts';

const SCALE_SQUARED = ONE * ONE;
const MAX_CHARGE = BigInt(MAX_POINTS);
/** A `times` price of 1 costs 1 000 points a call. Source: docs/reference/compatibility.md, "Prices". */
const POINTS_PER_TIMES_RATIO = 1000n;

/** One line of a charge's formula: `count × ratio × group ratio`. */
export interface ChargeLine {
  bucket: UsageBucket | 'call';
  count: number;
  /** Decimal text, in points per unit, before the group's ratio. */
  ratio: string;
}

export interface Charge {
  points: number;
  lines: ChargeLine[];
}

/**
 * Points charged for one finished call: the sum over the buckets, rounded up once at its end.
 * @param usage disjoint counts from the upstream
 * @param price the price that the call was quoted with
 * @param groupRatio factor of the group that paid, in whole billionths
 * @returns whole points, at least 1 unless the price, the factor or the usage is zero
 * Source: docs/reference/charging.md, "What a call costs".
 */
export function chargeOf(usage: TokenCounts, price: Price, groupRatio: bigint): Charge {
  if (price.type === 'times') {
    const ratio = price.input * POINTS_PER_TIMES_RATIO;
    return {
      points: roundUp(ratio * groupRatio),
      lines: [{ bucket: 'call', count: 1, ratio: formatDecimal(ratio) }],
    };
  }
  let sum = 0n;
  const lines: ChargeLine[] = [];
  for (const bucket of usageBuckets) {
    const count = usage[bucket];
    if (count === 0) continue;
    const ratio = price.buckets[bucket];
    sum += BigInt(count) * ratio;
    lines.push({ bucket, count, ratio: price.bucketTexts[bucket] });
  }
  return { points: roundUp(sum * groupRatio), lines };
}

/** What a call can use at most, by what it may be charged as. */
export interface CallEstimate {
  textTokens: number;
  /** Of pictures, documents and videos. */
  imageTokens: number;
  audioTokens: number;
  outputTokens: number;
  asks: AskedKinds;
}

/** Kinds of tokens beside text and reasoning that a request asks for. */
export interface AskedKinds {
  audioOutput: boolean;
  imageOutput: boolean;
  cacheWrite: boolean;
}

/**
 * Points to hold for a call before it is made: each part of its input and its largest output, at the highest ratio
 * that the upstream may report it under.
 */
export function quoteOf(estimate: CallEstimate, price: Price, groupRatio: bigint): number {
  if (price.type === 'times') return roundUp(price.input * POINTS_PER_TIMES_RATIO * groupRatio);
  const { textTokens, imageTokens, audioTokens, outputTokens, asks } = estimate;
  const text = textInputRatio(price, asks);
  let sum = BigInt(textTokens) * text + BigInt(outputTokens) * outputRatio(price, asks);
  if (imageTokens > 0) sum += BigInt(imageTokens) * maxOf(text, price.buckets.imageInput);
  if (audioTokens > 0) sum += BigInt(audioTokens) * maxOf(text, price.buckets.audioInput);
  return roundUp(sum * groupRatio);
}

/** Output tokens that an amount of points pays for at a price. */
export function affordableOutput(
  points: number,
  { price, groupRatio, asks }: { price: Price; groupRatio: bigint; asks: AskedKinds },
): number {
  const perToken = outputRatio(price, asks) * groupRatio;
  if (perToken === 0n) return Number.MAX_SAFE_INTEGER;
  const count = (BigInt(Math.max(0, points)) * SCALE_SQUARED) / perToken;
  return count > MAX_CHARGE ? Number.MAX_SAFE_INTEGER : Number(count);
}

/** Only a request that marks what to cache makes an upstream write a cache that is paid for. */
function textInputRatio({ buckets }: Price, { cacheWrite }: AskedKinds): bigint {
  const read = maxOf(buckets.textInput, buckets.cacheRead);
  return cacheWrite ? maxOf(read, buckets.cacheWrite5m, buckets.cacheWrite1h) : read;
}

function outputRatio({ buckets }: Price, { audioOutput, imageOutput }: AskedKinds): bigint {
  let ratio = maxOf(buckets.textOutput, buckets.reasoningOutput);
  if (audioOutput) ratio = maxOf(ratio, buckets.audioOutput);
  return imageOutput ? maxOf(ratio, buckets.imageOutput) : ratio;
}

/** @param sum points, scaled by a billion twice */
function roundUp(sum: bigint): number {
  const points = (sum + SCALE_SQUARED - 1n) / SCALE_SQUARED;
  return Number(points > MAX_CHARGE ? MAX_CHARGE : points);
}

/** Math.max is for numbers only. */
function maxOf(...values: bigint[]): bigint {
  let largest = 0n;
  for (const value of values) if (value > largest) largest = value;
  return largest;
}
