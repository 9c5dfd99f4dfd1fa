import { describe, expect, it } from 'vitest';
import { ownedPrice } from '../entities/price.ts';
import { builtInPrices } from './built-in-prices.ts';
import { channelTypes } from './channel-types.ts';
import { perCall, perMillion } from './list-price.ts';
import { modelOwnerById, modelOwners } from './model-owners.ts';

const priceOf = (model: string) => builtInPrices.find((each) => each.model === model);

describe('built-in prices', () => {
  it('name at least 90 models, each once', () => {
    const names = builtInPrices.map((each) => each.model);
    expect(names.length).toBeGreaterThanOrEqual(90);
    expect(new Set(names).size).toBe(names.length);
  });

  it('turn dollars per million tokens into exact ratios', () => {
    expect(priceOf('gpt-4o')).toEqual({
      model: 'gpt-4o',
      type: 'tokens',
      channel_type: 1,
      input: '1.25',
      output: '5',
      extra_ratios: { cached_read_tokens: '0.5' },
    });
    expect(priceOf('gpt-4o-mini')).toMatchObject({ input: '0.075', output: '0.3' });
    expect(priceOf('gpt-5-nano')).toMatchObject({ input: '0.025', output: '0.2' });
    expect(priceOf('text-embedding-3-small')).toMatchObject({ input: '0.01', output: '0' });
    expect(priceOf('command-r7b-12-2024')).toMatchObject({ input: '0.01875', output: '0.075' });
    expect(priceOf('claude-sonnet-4-5')?.extra_ratios).toEqual({
      cached_read_tokens: '0.1',
      cached_write_tokens: '1.25',
      cached_write_1h_tokens: '2',
    });
    expect(priceOf('gpt-audio')?.extra_ratios).toEqual({
      input_audio_tokens: '12.8',
      output_audio_tokens: '6.4',
    });
  });

  it('are prices that the management API accepts, of owners that exist', () => {
    for (const row of builtInPrices) {
      const extras = Object.entries(row.extra_ratios).map(([name, ratio]) => [name, Number(ratio)]);
      const shown = { ...row, input: Number(row.input), output: Number(row.output) };
      expect(
        ownedPrice.safeParse({ ...shown, extra_ratios: Object.fromEntries(extras) }).error,
        row.model,
      ).toBe(undefined);
      expect(modelOwnerById.has(row.channel_type), row.model).toBe(true);
    }
  });

  it('cover every model that a channel type offers', () => {
    const offered = channelTypes.flatMap((type) => type.models);
    expect(offered.filter((model) => priceOf(model) === undefined)).toEqual([]);
  });

  it('never read a cache at more than the input price', () => {
    const dear = builtInPrices.filter((each) => Number(each.extra_ratios.cached_read_tokens ?? 0) > 1);
    expect(dear).toEqual([]);
  });
});

describe('list prices', () => {
  it('round an endless quotient up at the ninth decimal', () => {
    const row = perMillion('m', 1, { input: '0.30', output: '1', audioInput: '1' });
    expect(row.extra_ratios).toEqual({ input_audio_tokens: '3.333333334' });
  });

  it('turn dollars per call into times', () => {
    expect(perCall('m', 36, '0.002')).toMatchObject({ type: 'times', input: '1', output: '0' });
    expect(perCall('m', 36, '0.10')).toMatchObject({ input: '50' });
  });

  it('refuse what is no decimal or needs a missing base', () => {
    expect(() => perMillion('m', 1, { input: '1,5' })).toThrow(RangeError);
    expect(() => perMillion('m', 1, { input: '0.000000001' })).toThrow(RangeError);
    expect(() => perMillion('m', 1, { input: '1', audioOutput: '2' })).toThrow(RangeError);
  });
});

describe('model owners', () => {
  it('have one row a number, within the reserved range and without foreign addresses', () => {
    expect(modelOwnerById.size).toBe(modelOwners.length);
    expect(modelOwners.every(({ id, icon }) => id > 0 && id <= 1000 && /^[a-z0-9]*$/.test(icon))).toBe(true);
  });
});
