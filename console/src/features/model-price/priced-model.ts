import type { availableModel, extraUsageClass } from '@turnpike/contract';
import type { z } from 'zod';
import { decimalProduct } from '../../ui/price/price-unit.ts';

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

export function toPricedModel(
  model: string,
  { price, owned_by, groups }: AvailableModel,
  group: { symbol: string; ratio: number },
): PricedModel {
  const { extra_ratios: extras } = price;
  const input = decimalProduct(price.input, extras.input_text_tokens ?? 1, group.ratio);
  const output = decimalProduct(price.output, extras.output_text_tokens ?? 1, group.ratio);
  const cacheRead = extras.cached_read_tokens ?? extras.cached_tokens ?? fallbacks.cacheRead;
  const cacheWrite = extras.cached_write_tokens ?? fallbacks.cacheWrite;
  return {
    model,
    owner: owned_by,
    type: price.type,
    isAvailable: groups.includes(group.symbol),
    input,
    output,
    cache_read: decimalProduct(price.input, cacheRead, group.ratio),
    cache_write: decimalProduct(price.input, cacheWrite, group.ratio),
    extras: shownExtras.flatMap((name) => {
      const ratio = extras[name];
      if (ratio === undefined) return [];
      const side = outputClasses.has(name) ? price.output : price.input;
      return [{ name, multiplier: decimalProduct(side, ratio, group.ratio) }];
    }),
  };
}
