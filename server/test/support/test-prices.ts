import { noPriceParts, type Price } from '@turnpike/contract';

/** A price by tokens: 1 for the input, 2 for the output, nothing else. */
export const priceOf = (model: string, given: Partial<Price> = {}): Price => ({
  ...{ model, type: 'tokens', channel_type: 1, input: 1, output: 2, locked: false, extra_ratios: {} },
  ...noPriceParts(),
  ...given,
});
