import { noPriceParts } from '@turnpike/contract';
import { expect, it } from 'vitest';
import { toMoney } from '../../ui/price/price-unit.ts';
import { type AvailableModel, toPricedModel } from './priced-model.ts';

const model = (price: object): AvailableModel =>
  ({
    groups: ['default'],
    owned_by: 'OpenAI',
    price: {
      model: 'm',
      type: 'tokens',
      channel_type: 1,
      input: 1.25,
      output: 10,
      locked: false,
      ...noPriceParts(),
      ...price,
    },
  }) as AvailableModel;

it('prices a model as a group pays for it', () => {
  const extra_ratios = { cached_read_tokens: 0.1, reasoning_tokens: 2, input_audio_tokens: 8 };
  const priced = toPricedModel('m', model({ extra_ratios }), { symbol: 'vip', ratio: 0.8 });
  expect(priced).toMatchObject({
    ...{ model: 'm', owner: 'OpenAI', type: 'tokens', isAvailable: false, input: 1, output: 8 },
    ...{ cache_read: 0.1, cache_write: 1.25, isCacheSet: { cache_read: true, cache_write: false } },
    extras: [
      { name: 'input_audio_tokens', multiplier: 8 },
      { name: 'reasoning_tokens', multiplier: 16 },
    ],
  });
});

it('charges cached input in full where a price names no other ratio', () => {
  const priced = toPricedModel('m', model({ extra_ratios: {} }), { symbol: 'default', ratio: 1 });
  expect(priced).toMatchObject({ isAvailable: true, cache_read: 1.25, cache_write: 1.5625, extras: [] });
});

it.each([
  [1.25, '1M', 2.5],
  [1.25, '1K', 0.0025],
  [20, 'call', 0.04],
  [0.15, '1M', 0.3],
] as const)('makes multiplier %d per %s %d dollars', (multiplier, per, dollars) => {
  expect(toMoney(multiplier, per, { pointsPerUnit: 500_000, perDollar: 1 })).toBe(dollars);
});

it('prices units and long inputs as a group pays for them, and leaves the factors of tiers', () => {
  const parts = {
    units: [{ kind: 'image', variant: 'high', price: 20 }],
    steps: [{ above: 200_000, input: 2.5, output: 15 }],
    tiers: { flex: 0.5 },
  };
  const priced = toPricedModel('m', model({ extra_ratios: {}, ...parts }), { symbol: 'vip', ratio: 0.1 });
  expect(priced.parts).toEqual({
    units: [{ kind: 'image', variant: 'high', price: 2 }],
    steps: [{ above: 200_000, input: 0.25, output: 1.5 }],
    tiers: { flex: 0.5 },
  });
});
