import { noPriceParts, type Price } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { priceRows, sharedPriceRows } from './price-list.ts';
import { pricingFilter } from './pricing-api.ts';

const price = (model: string, given: Partial<Price> = {}): Price => ({
  ...{ model, type: 'tokens', channel_type: 1, input: 1, output: 2, locked: false, extra_ratios: {} },
  ...noPriceParts(),
  ...given,
});
const filter = (given: object = {}) => pricingFilter.parse(given);

describe('the list of prices', () => {
  const prices = [
    price('b'),
    price('a', { extra_ratios: { cached_read_tokens: 0.1, reasoning_tokens: 2 } }),
    price('c', { extra_ratios: { reasoning_tokens: 2, cached_read_tokens: 0.1 } }),
    price('d', { locked: true }),
    price('e', { type: 'times', channel_type: 14, input: 5, output: 0 }),
  ];
  const names = (given: object) => priceRows(prices, filter(given)).data.map(({ model }) => model);

  it('is filtered and sorted', () => {
    expect(names({})).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(names({ order: '-input' })[0]).toBe('e');
    expect(names({ lock: 'locked' })).toEqual(['d']);
    expect(names({ lock: 'open', type: 'tokens', keyword: 'A' })).toEqual(['a']);
    expect(names({ owner: '14' })).toEqual(['e']);
    expect(priceRows(prices, filter({ page: 2, size: 2 }))).toMatchObject({ total_count: 5, page: 2 });
  });

  it('puts models of one price into one row, whatever the order of its parts', () => {
    const rows = sharedPriceRows(prices, filter());
    expect(rows.data.map(({ models }) => models)).toEqual([['a', 'c'], ['b'], ['d'], ['e']]);
    expect(rows.total_count).toBe(4);
  });
});
