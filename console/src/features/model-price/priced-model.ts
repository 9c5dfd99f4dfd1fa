import type { availableModel, UsageClass } from '@turnpike/contract';
import type { z } from 'zod';
import { cacheReadPrice, classPrice, namesClass } from '../../ui/price/class-price.ts';
import { type PriceParts, partsForGroup } from '../../ui/price/price-parts.ts';
import { decimalProduct } from '../../ui/price/price-unit.ts';

export type AvailableModel = z.output<typeof availableModel>;
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
  /** Whether the price itself says what caching costs; otherwise the usual share of the input is charged. */
  isCacheSet: { cache_read: boolean; cache_write: boolean };
  extras: readonly { name: PriceExtra; multiplier: number }[];
  parts: PriceParts;
  /** As the server says it. */
  price: AvailableModel['price'];
}

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
  const forGroup = (multiplier: number) => decimalProduct(multiplier, group.ratio);
  return {
    model,
    owner: owned_by,
    type: price.type,
    isAvailable: groups.includes(group.symbol),
    input: forGroup(classPrice(price, 'input_text_tokens')),
    output: forGroup(classPrice(price, 'output_text_tokens')),
    cache_read: forGroup(cacheReadPrice(price)),
    cache_write: forGroup(classPrice(price, 'cached_write_tokens')),
    isCacheSet: {
      cache_read: namesClass(price, 'cached_read_tokens', 'cached_tokens'),
      cache_write: namesClass(price, 'cached_write_tokens'),
    },
    extras: shownExtras
      .filter((name) => price.extra_ratios[name] !== undefined)
      .map((name) => ({ name, multiplier: forGroup(classPrice(price, name)) })),
    parts: partsForGroup(price, group.ratio),
    price,
  };
}
