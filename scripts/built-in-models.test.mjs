import { describe, expect, it } from 'vitest';
import { shareOf, tokenRatio, unitRatio } from './built-in-models/exact-price.mjs';
import { makeList } from './built-in-models.mjs';

const listed = (row) => ({
  litellm_provider: 'openai',
  mode: 'chat',
  source: 'https://example.com/pricing',
  input_cost_per_token: 2e-6,
  output_cost_per_token: 8e-6,
  ...row,
});

const rates = (standard) => ({ standard: [{ start: null, rates: standard }] });

const make = (litellm, openai = {}) =>
  makeList({
    day: '2026-11-23',
    litellm,
    other: { prices: { openai } },
    names: { litellm: 'LiteLLM 1', other: 'model-prices 1' },
  });

const rowOf = ({ models }, model) => models.find((row) => row.model === model);

describe('figures', () => {
  it('become exact decimals, without what floating point adds', () => {
    expect(tokenRatio(2.5e-7)).toBe('0.125');
    expect(tokenRatio(1.0000000000000002e-6)).toBe('0.5');
    expect(unitRatio(0.04)).toBe('20');
    expect(tokenRatio(5e-5)).toBe('25');
  });

  it('are rounded up where they have no end', () => {
    expect(shareOf(1e-6, 3e-7)).toBe('3.333333334');
    expect(shareOf(2.5e-7, 2.5e-6)).toBe('0.1');
  });
});

describe('the built-in list', () => {
  it('has a model with all that its price says', () => {
    const list = make({
      m: listed({
        max_input_tokens: 1000,
        max_output_tokens: 100,
        supports_vision: true,
        cache_read_input_token_cost: 2e-7,
        input_cost_per_token_above_200k_tokens: 4e-6,
        output_cost_per_token_above_200k_tokens: 12e-6,
        input_cost_per_token_flex: 1e-6,
        output_cost_per_token_flex: 4e-6,
        input_cost_per_token_priority: 4e-6,
        output_cost_per_token_priority: 8e-6,
        search_context_cost_per_query: { search_context_size_medium: 0.01 },
      }),
    });
    expect(rowOf(list, 'm')).toEqual({
      ...{ model: 'm', owner: 1, input: '1', output: '4', kind: 'chat', context: 1000, max_output: 100 },
      extra_ratios: { cached_read_tokens: '0.1' },
      units: [{ kind: 'web_search', variant: '', price: '5' }],
      steps: [{ above: 200_000, input: '2', output: '6' }],
      // The other tier raises the input alone, which one factor cannot say.
      tiers: { flex: '0.5' },
      abilities: ['vision'],
      source: expect.any(Number),
    });
  });

  it('says which lists have a price, and leaves out one on which they differ by more than 1 %', () => {
    const models = { agreed: listed(), near: listed(), off: listed(), alone: listed() };
    const list = make(models, {
      agreed: rates({ input: 2, output: 8 }),
      near: rates({ input: 2.02, output: 8 }),
      off: rates({ input: 2.03, output: 8 }),
    });
    const listsOf = (model) => list.sources[rowOf(list, model).source].lists;
    expect(listsOf('agreed')).toEqual(['LiteLLM 1', 'model-prices 1']);
    expect(listsOf('near')).toHaveLength(2);
    expect(listsOf('alone')).toEqual(['LiteLLM 1']);
    expect(rowOf(list, 'off')).toBe(undefined);
    expect(list.leftOut).toEqual(['off: the lists differ in input']);
  });

  it('leaves out what is gone, costs nothing or has a cached price that one share cannot say', () => {
    const list = make({
      gone: listed({ deprecation_date: '2026-11-23' }),
      free: listed({ input_cost_per_token: 0, output_cost_per_token: 0 }),
      uneven: listed({
        cache_read_input_token_cost: 2e-7,
        input_cost_per_token_above_200k_tokens: 4e-6,
        output_cost_per_token_above_200k_tokens: 12e-6,
        cache_read_input_token_cost_above_200k_tokens: 2e-7,
      }),
    });
    expect(['gone', 'free', 'uneven'].map((model) => rowOf(list, model))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is the same whatever the order of the list that it is made from', () => {
    const models = { b: listed(), a: listed({ source: 'https://example.com/other' }), c: listed() };
    const turned = Object.fromEntries(Object.entries(models).reverse());
    expect(JSON.stringify(make(turned))).toBe(JSON.stringify(make(models)));
  });

  it('prices pictures by size and quality', () => {
    const picture = { mode: 'image_generation', input_cost_per_token: 0, output_cost_per_token: 0 };
    const list = make({
      p: listed({ ...picture, output_cost_per_image: 0.04 }),
      'hd/1024-x-1792/p': listed({ ...picture, output_cost_per_image: 0.12 }),
    });
    expect(rowOf(list, 'p').units).toEqual([
      { kind: 'image', variant: '', price: '20' },
      { kind: 'image', variant: '1024x1792 hd', price: '60' },
    ]);
    expect(rowOf(list, 'hd/1024-x-1792/p')).toBe(undefined);
  });
});
