import type { Price } from '@turnpike/contract';
import { builtInPrices } from '@turnpike/contract/catalogues/built-in-prices';
import { toPriceView } from './price-repository.ts';

/** The list that comes with the product, in the order of every price list: by owner, then by model. */
export const builtInList: readonly Price[] = builtInPrices
  .map((price) =>
    toPriceView({
      ...price,
      locked: 0,
      extra_ratios: JSON.stringify(price.extra_ratios),
      units: JSON.stringify(price.units ?? []),
      steps: JSON.stringify(price.steps ?? []),
      tiers: JSON.stringify(price.tiers ?? {}),
    }),
  )
  .sort((a, b) => a.channel_type - b.channel_type || (a.model < b.model ? -1 : 1));
