import { noPriceParts, type Price } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { comparePrices } from './price-comparison.ts';

const price = (model: string, given: Partial<Price> = {}): Price => ({
  ...{ model, type: 'tokens', channel_type: 1, input: 1, output: 2, locked: false, extra_ratios: {} },
  ...noPriceParts(),
  ...given,
});

describe('a price list beside the prices in use', () => {
  it('is new, changed, unchanged or locked; prices that it does not name are only counted', () => {
    const { differences, counts } = comparePrices(
      [price('new'), price('same'), price('locked', { input: 9 }), price('changed', { output: 9 })],
      [
        price('changed'),
        price('locked', { locked: true }),
        price('same', { locked: true }),
        price('ours'),
        price('ours-too', { locked: true }),
      ],
    );

    expect(differences.map(({ listed, isLocked }) => `${listed.model}${isLocked ? ' stays' : ''}`)).toEqual([
      'changed',
      'locked stays',
      'new',
    ]);
    expect(counts).toEqual({ new: 1, changed: 2, unchanged: 1, locked: 1, onlyHere: 2, removable: 1 });
  });

  it('keeps hours that the list does not have, and marks entries of vendors who bill by the hour', () => {
    const rule = { days: [1], from: '01:00', to: '04:00', on_holidays: false, ratio: 2 };
    const hours = { time_zone: 'UTC', holidays: [], rules: [rule] };
    const deepSeek = (model: string, given: Partial<Price> = {}) =>
      price(model, { channel_type: 28, ...given });
    const { differences, counts } = comparePrices(
      [deepSeek('a', { input: 3 }), deepSeek('b'), deepSeek('c', { hours }), price('d', { input: 3 })],
      [deepSeek('a', { hours }), deepSeek('b', { hours }), deepSeek('c'), price('d')],
    );
    expect(counts).toMatchObject({ changed: 3, unchanged: 1 });
    expect(differences.map(({ listed, lacksHours }) => [listed.model, lacksHours, listed.hours])).toEqual([
      ['a', true, hours],
      ['c', false, hours],
      ['d', false, undefined],
    ]);
  });

  it.each<[string, Partial<Price>, Partial<Price>, boolean]>([
    ['owner', { channel_type: 1 }, { channel_type: 14 }, true],
    ['kind', { type: 'tokens' }, { type: 'times' }, true],
    ['output of a price per call', { type: 'times', output: 0 }, { type: 'times', output: 3 }, false],
    ['one ratio more', {}, { extra_ratios: { cached_read_tokens: 0.1 } }, true],
    [
      'order of ratios',
      { extra_ratios: { cached_read_tokens: 0.1, reasoning_tokens: 2 } },
      { extra_ratios: { reasoning_tokens: 2, cached_read_tokens: 0.1 } },
      false,
    ],
  ])('looks at the %s', (_what, inUse, listed, differs) => {
    const { counts } = comparePrices([price('m', listed)], [price('m', inUse)]);
    expect(counts.changed).toBe(differs ? 1 : 0);
  });
});
