import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownedPrice } from '../entities/price.ts';
import { type BuiltInList, type BuiltInModel, modelAbility, modelKind } from './built-in-models.ts';
import { modelOwnerById, modelOwners } from './model-owners.ts';

const { sources, models } = JSON.parse(
  readFileSync(new URL('./built-in-models.json', import.meta.url), 'utf8'),
) as BuiltInList;

const rowOf = (model: string) => models.find((each) => each.model === model);

/** A row as the management API takes a price. */
function toPrice({ model, owner, type = 'tokens', input, output, ...parts }: BuiltInModel) {
  const numbers = (record: object = {}) =>
    Object.fromEntries(Object.entries(record).map(([name, text]) => [name, Number(text)]));
  return {
    model,
    type,
    channel_type: owner,
    input: Number(input),
    output: Number(output),
    extra_ratios: numbers(parts.extra_ratios),
    units: parts.units?.map((unit) => ({ ...unit, price: Number(unit.price) })) ?? [],
    steps:
      parts.steps?.map((step) => ({ ...step, input: Number(step.input), output: Number(step.output) })) ?? [],
    tiers: numbers(parts.tiers),
  };
}

describe('built-in models', () => {
  it('are at least 300, each once', () => {
    const names = models.map(({ model }) => model);
    expect(names.length).toBeGreaterThanOrEqual(300);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have prices that the management API accepts, of owners that exist', () => {
    for (const row of models) {
      expect(ownedPrice.safeParse(toPrice(row)).error, row.model).toBe(undefined);
      expect(modelOwnerById.has(row.owner), row.model).toBe(true);
    }
  });

  it('cost something, but for three actions of Midjourney, in exact decimals of at most nine places', () => {
    const free = /^mj_(?:relax_|turbo_)?(?:inpaint|custom_zoom|upload)$/;
    for (const row of models) {
      const texts = JSON.stringify(row, [
        'input',
        'output',
        'extra_ratios',
        'units',
        'price',
        'steps',
        'tiers',
      ]);
      const figures = [...texts.matchAll(/"(\d[^"]*)"/g)].map(([, text = '']) => text);
      expect(
        figures.filter((text) => !/^(0|[1-9]\d*)(\.\d{0,8}[1-9])?$/.test(text)),
        row.model,
      ).toEqual([]);
      expect(
        figures.some((text) => text !== '0'),
        row.model,
      ).toBe(!free.test(row.model));
    }
  });

  it('name their source with its day, most of them from two lists', () => {
    for (const { model, source, owner } of models) {
      const { page, lists, date } = sources[source] ?? { page: '', lists: [], date: '' };
      if (modelOwnerById.get(owner)?.name === 'Demo') continue;
      expect(page !== '' || lists.length > 0, model).toBe(true);
      expect(date, model).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
      expect(page, model).toMatch(/^(https:\/\/\S+)?$/);
    }
    expect(models.filter(({ source }) => sources[source]?.lists.length === 2).length).toBeGreaterThan(150);
  });

  it('say what they can do in known words', () => {
    for (const { model, kind, abilities = [], context = 1, max_output = 1 } of models) {
      expect(modelKind, model).toContain(kind);
      expect(
        abilities.filter((ability) => !modelAbility.includes(ability)),
        model,
      ).toEqual([]);
      expect(Number.isSafeInteger(context) && Number.isSafeInteger(max_output), model).toBe(true);
    }
    expect(models.filter(({ context }) => context !== undefined).length).toBeGreaterThan(300);
  });

  // In US dollars per million tokens, as the vendor's page has them; ratio 1 is 2 dollars.
  it.each([
    ['gpt-4o', '2.50', '10', { cached_read_tokens: '0.5' }, 'developers.openai.com'],
    ['gpt-5-nano', '0.05', '0.40', { cached_read_tokens: '0.1' }, 'developers.openai.com'],
    ['gpt-5.4', '2.50', '15', { cached_read_tokens: '0.1' }, 'developers.openai.com'],
    [
      'claude-sonnet-4-5',
      '3',
      '15',
      { cached_read_tokens: '0.1', cached_write_tokens: '1.25', cached_write_1h_tokens: '2' },
      'platform.claude.com',
    ],
    [
      'claude-opus-4-5',
      '5',
      '25',
      { cached_read_tokens: '0.1', cached_write_tokens: '1.25', cached_write_1h_tokens: '2' },
      'platform.claude.com',
    ],
    [
      'gemini-2.5-flash',
      '0.30',
      '2.50',
      { cached_read_tokens: '0.1', input_audio_tokens: '3.333333334' },
      'ai.google.dev',
    ],
    ['gemini-2.5-pro', '1.25', '10', { cached_read_tokens: '0.1', input_audio_tokens: '1' }, 'ai.google.dev'],
    ['deepseek-v4-pro', '1.32', '3.96', { cached_read_tokens: '0.033333334' }, 'api-docs.deepseek.com'],
    ['glm-4.6', '0.60', '2.20', { cached_read_tokens: '0.183333334' }, 'docs.z.ai'],
    ['command-r7b-12-2024', '0.0375', '0.15', {}, 'cohere.com'],
    ['text-embedding-3-small', '0.02', '0', {}, 'developers.openai.com'],
  ])('have the price of %s', (model, input, output, extras, page) => {
    const row = rowOf(model);
    expect([Number(row?.input) * 2, Number(row?.output) * 2]).toEqual([Number(input), Number(output)]);
    expect(row?.extra_ratios ?? {}).toEqual(extras);
    expect(sources[row?.source ?? -1]?.page).toContain(page);
  });

  it('have long inputs, tiers, searches and units where the vendors price them', () => {
    expect(rowOf('gpt-5.4')).toMatchObject({
      steps: [{ above: 272_000, input: '2.5', output: '11.25' }],
      tiers: { flex: '0.5', priority: '2', batch: '0.5' },
    });
    expect(rowOf('gemini-2.5-pro')?.steps).toEqual([{ above: 200_000, input: '1.25', output: '7.5' }]);
    expect(rowOf('claude-opus-4-5')?.units).toEqual([{ kind: 'web_search', variant: '', price: '5' }]);
    expect(rowOf('whisper-1')?.units).toEqual([{ kind: 'second', variant: '', price: '0.05' }]);
    expect(rowOf('rerank-v3.5')).toMatchObject({ type: 'times', input: '1', output: '0' });
  });

  it('have 48 actions of Midjourney and three kinds of work of Suno, per call', () => {
    const ofOwner = (owner: number) => models.filter((row) => row.owner === owner);
    expect(ofOwner(34)).toHaveLength(48);
    expect(rowOf('mj_turbo_upscale')).toMatchObject({ type: 'times', input: '25', output: '0' });
    expect(rowOf('suno_lyrics')).toMatchObject({ type: 'times', input: '5', output: '0' });
    expect(ofOwner(41).map(({ model }) => model)).toEqual(['chirp-v3-0', 'chirp-v3-5', 'suno_lyrics']);
  });

  it('never read a cache at more than the input price', () => {
    expect(models.filter((each) => Number(each.extra_ratios?.cached_read_tokens ?? 0) > 1)).toEqual([]);
  });
});

describe('model owners', () => {
  it('have one row a number, within the reserved range and without foreign addresses', () => {
    expect(modelOwnerById.size).toBe(modelOwners.length);
    expect(modelOwners.every(({ id, icon }) => id > 0 && id <= 1000 && /^[a-z0-9]*$/.test(icon))).toBe(true);
  });
});
