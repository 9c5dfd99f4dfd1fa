import type { availableModel, extraUsageClass } from '@turnpike/contract';
import type { z } from 'zod';

export type AvailableModel = z.output<typeof availableModel>;
type UsageClass = (typeof extraUsageClass)[number];
export type PriceExtra = Exclude<
  UsageClass,
  'cached_tokens' | 'cached_read_tokens' | 'cached_write_tokens' | 'input_text_tokens' | 'output_text_tokens'
>;

/** A model as one group pays for it. Multipliers: 1 is one point a token, for `times` 1 000 points a call. */
export interface PricedModel {
  model: string;
  owner: string;
  type: 'tokens' | 'times';
  /** Whether the group reaches it. */
  isAvailable: boolean;
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  extras: readonly { name: PriceExtra; multiplier: number }[];
}

/** What a class of usage is charged at where its price names none; the gateway's `price-book.ts` has the same. */
const fallbacks = { cacheRead: 1, cacheWrite: 1.25 };

const outputClasses: ReadonlySet<PriceExtra> = new Set([
  'output_audio_tokens',
  'output_image_tokens',
  'reasoning_tokens',
]);
const shownExtras: readonly PriceExtra[] = [
  'cached_write_1h_tokens',
  'input_audio_tokens',
  'output_audio_tokens',
  'input_image_tokens',
  'output_image_tokens',
  'reasoning_tokens',
];

/** A product of decimals without what binary fractions add to it. */
const product = (...factors: number[]): number =>
  Number(factors.reduce((result, factor) => result * factor, 1).toPrecision(12));

export function toPricedModel(
  model: string,
  { price, owned_by, groups }: AvailableModel,
  group: { symbol: string; ratio: number },
): PricedModel {
  const { extra_ratios: extras } = price;
  const input = product(price.input, extras.input_text_tokens ?? 1, group.ratio);
  const output = product(price.output, extras.output_text_tokens ?? 1, group.ratio);
  const cacheRead = extras.cached_read_tokens ?? extras.cached_tokens ?? fallbacks.cacheRead;
  const cacheWrite = extras.cached_write_tokens ?? fallbacks.cacheWrite;
  return {
    model,
    owner: owned_by,
    type: price.type,
    isAvailable: groups.includes(group.symbol),
    input,
    output,
    cache_read: product(price.input, cacheRead, group.ratio),
    cache_write: product(price.input, cacheWrite, group.ratio),
    extras: shownExtras.flatMap((name) => {
      const ratio = extras[name];
      if (ratio === undefined) return [];
      const side = outputClasses.has(name) ? price.output : price.input;
      return [{ name, multiplier: product(side, ratio, group.ratio) }];
    }),
  };
}

export const priceUnits = ['1M', '1K', 'multiplier'] as const;
export type PriceUnit = (typeof priceUnits)[number];

const POINTS_PER_CALL = 1000;

/** Dollars of a multiplier: per million tokens, per thousand, or per call. */
export function toDollars(multiplier: number, per: '1M' | '1K' | 'call', pointsPerUnit: number): number {
  const points = per === '1M' ? 1_000_000 : per === '1K' ? 1000 : POINTS_PER_CALL;
  return product(multiplier, points, 1 / pointsPerUnit);
}
