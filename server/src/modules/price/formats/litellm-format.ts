import type { extraUsageClass, ServiceTier, UnitKind } from '@turnpike/contract';
import { isRecord, type ListedCosts, type ListFormat, newCosts, toListedPrice } from './listed-costs.ts';
import { readOffPeak } from './off-peak-hours.ts';
import { BadCost, readUsd, shareOf, type Usd } from './usd.ts';
import { ownerOfVendor } from './vendor-owners.ts';

type Entry = Record<string, unknown>;
type LiteLlmMap = Record<string, Entry>;

/** Costs of a token by class. */
const extras: Readonly<Record<string, (typeof extraUsageClass)[number]>> = {
  cache_read_input_token_cost: 'cached_read_tokens',
  cache_creation_input_token_cost: 'cached_write_tokens',
  cache_creation_input_token_cost_above_1hr: 'cached_write_1h_tokens',
  input_cost_per_audio_token: 'input_audio_tokens',
  output_cost_per_audio_token: 'output_audio_tokens',
  input_cost_per_image_token: 'input_image_tokens',
  output_cost_per_image_token: 'output_image_tokens',
  output_cost_per_reasoning_token: 'reasoning_tokens',
};

/** Costs of units, the first that is there counts. */
const units: readonly [kind: UnitKind, fields: readonly string[]][] = [
  ['image', ['output_cost_per_image', 'input_cost_per_image']],
  ['second', ['output_cost_per_video_per_second', 'input_cost_per_second', 'output_cost_per_second']],
  ['character', ['input_cost_per_character', 'output_cost_per_character']],
  ['search', ['input_cost_per_query']],
  ['page', ['ocr_cost_per_page']],
  ['call', ['input_cost_per_request']],
];

const IMAGE_TOKEN_COST = 'output_cost_per_image_token';
const tokenCosts = ['input_cost_per_token', 'output_cost_per_token', 'input_cost_per_audio_token'];

/** Costs of tokens that stand for the same as those of a unit. */
const sameAsTokens: Readonly<Partial<Record<UnitKind, readonly string[]>>> = {
  image: [IMAGE_TOKEN_COST],
  second: tokenCosts,
  character: tokenCosts,
};

/** Ends of fields by the service tier that they are the costs of. */
const tiers: readonly [end: string, tier: ServiceTier][] = [
  ['flex', 'flex'],
  ['priority', 'priority'],
  ['batches', 'batch'],
];

/** Another name of a field that says the same. */
const synonyms = new Set(['input_cost_per_token_cache_hit']);

/** The picture's quality and size before its model: `hd/1024-x-1792/dall-e-3`. */
const sizedPicture = /^(?:([a-z]+)\/)?(\d+)-x-(\d+)\/([^/]+)$/;

/**
 * LiteLLM's map of prices: model → costs in US dollars a token, picture, second … Vendors' own entries alone count:
 * hosts repeat them at other prices. Source: LiteLLM, `model_prices_and_context_window.json` of PyPI's `litellm` 1.109.1.
 */
export const liteLlmFormat: ListFormat<LiteLlmMap> = {
  name: 'litellm',
  fits: (value): value is LiteLlmMap =>
    isRecord(value) &&
    Object.values(value).some((entry) => isRecord(entry) && typeof entry.litellm_provider === 'string'),
  *read(map) {
    const sizes = sizedPictures(map);
    const models = new Set<string>();
    for (const [index, [key, entry]] of Object.entries(map).entries()) {
      // It says what the fields mean.
      if (key === 'sample_spec') continue;
      const at = { place: index + 1, model: key };
      if (!isRecord(entry)) {
        yield { ...at, fault: { field: '', code: 'invalid_type' } };
        continue;
      }
      const vendor = typeof entry.litellm_provider === 'string' ? entry.litellm_provider : '';
      const ownerId = ownerOfVendor(vendor);
      const sized = sizedPicture.exec(key);
      const model = sized?.[4] ?? nameOf(key, vendor);
      if (ownerId === undefined || models.has(model)) {
        yield 'left_out';
        continue;
      }
      try {
        const costs = costsOf(model, ownerId, sized ? {} : entry);
        // Pictures that are paid by their tokens are not paid once more by the piece.
        if (entry[IMAGE_TOKEN_COST] === undefined) costs.units.push(...(sizes.get(model) ?? []));
        const { price, unsaid } = toListedPrice(costs);
        if (price === undefined) {
          yield 'left_out';
          continue;
        }
        models.add(model);
        yield { ...at, model, price, unsaid };
      } catch (error) {
        if (!(error instanceof BadCost)) throw error;
        yield { ...at, fault: { field: error.field, code: error.code } };
      }
    }
  },
};

/** Without the vendor before it; OpenAI, Anthropic and others have none. */
function nameOf(key: string, vendor: string): string {
  const [first = '', ...rest] = key.split('/');
  return rest.length > 0 && (first === vendor || vendor === `${first}_chat`) ? rest.join('/') : key;
}

/** Costs of a picture by size and quality, for each model that has such entries. */
function sizedPictures(map: LiteLlmMap): Map<string, ListedCosts['units']> {
  const found = new Map<string, ListedCosts['units']>();
  for (const [key, entry] of Object.entries(map)) {
    const [, quality = '', width, height, model = ''] = sizedPicture.exec(key) ?? [];
    const cost = isRecord(entry) ? (entry.output_cost_per_image ?? entry.input_cost_per_image) : undefined;
    if (model === '' || typeof cost !== 'number' || cost < 0) continue;
    const variant = `${width}x${height}${quality === '' ? '' : ` ${quality}`}`;
    const known = found.get(model) ?? [];
    known.push({ kind: 'image', variant, usd: readUsd(cost, key) });
    found.set(model, known);
  }
  return found;
}

function costsOf(model: string, ownerId: number, entry: Entry): ListedCosts {
  const costs = newCosts(model, ownerId);
  const given = new Map<string, Usd>();
  for (const [field, value] of Object.entries(entry)) {
    if (!/(^|_)cost(_|$)/.test(field) || isRecord(value) || value === null) continue;
    given.set(field, readUsd(value, field));
  }
  const said = new Set<string>(synonyms);
  const take = (field: string): Usd | undefined => {
    if (given.has(field)) said.add(field);
    return given.get(field);
  };
  costs.input = take('input_cost_per_token');
  // A model that answers with pictures or sound alone has no other output.
  costs.output =
    take('output_cost_per_token') ?? take(IMAGE_TOKEN_COST) ?? take('output_cost_per_audio_token');
  for (const [field, name] of Object.entries(extras)) {
    const usd = take(field);
    // A cost of nothing next to an input that costs stands for "not known": a discount is given on purpose.
    if (usd !== undefined && (usd > 0n || field.startsWith('cache_creation')))
      costs.extras.set(name, { usd, field });
  }
  for (const [kind, fields] of units) {
    const field = fields.find((one) => (given.get(one) ?? 0n) > 0n);
    // A unit that is also paid by tokens is the same cost in another form: it is reported, not charged twice.
    if (field === undefined || (sameAsTokens[kind] ?? []).some((one) => (given.get(one) ?? 0n) > 0n))
      continue;
    const usd = take(field) as Usd;
    costs.units.push({ kind, variant: '', usd });
    // The same cost said once more.
    for (const other of fields) if (given.get(other) === usd) said.add(other);
  }
  readSearches(costs, entry.search_context_cost_per_query);
  const steps = readSteps(costs, take);
  for (const [end, tier] of tiers) readTier(costs, { end, tier, given, said });
  readRanges(costs, entry.tiered_pricing);
  if (isRecord(entry.off_peak_pricing) && Object.keys(entry.off_peak_pricing).length > 0) {
    const { hours, isWhole } = readOffPeak(entry.off_peak_pricing, given);
    costs.hours = hours;
    if (!isWhole) costs.unsaid.push('off_peak_pricing');
  }
  nameSteps(costs, { steps, given, said });
  for (const [field, usd] of given) if (usd > 0n && !said.has(field)) costs.unsaid.push(field);
  return costs;
}

/** One cost of a search where the sizes of its context do not differ; the most expensive otherwise. */
function readSearches(costs: ListedCosts, value: unknown): void {
  if (!isRecord(value)) return;
  const sizes = Object.entries(value).map(([field, usd]) =>
    readUsd(usd, `search_context_cost_per_query.${field}`),
  );
  const dearest = sizes.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n;
  if (dearest === 0n) return;
  costs.units.push({ kind: 'web_search', variant: '', usd: dearest });
  if (sizes.some((usd) => usd !== dearest)) costs.unsaid.push('search_context_cost_per_query');
}

/** Other costs above so many thousand tokens of input. @returns the thousands */
function readSteps(costs: ListedCosts, take: (field: string) => Usd | undefined): number[] {
  const found: number[] = [];
  for (const thousands of [32, 100, 128, 200, 256, 272, 512]) {
    const end = `above_${thousands}k_tokens`;
    const input = take(`input_cost_per_token_${end}`);
    const output = take(`output_cost_per_token_${end}`);
    if (input === undefined && output === undefined) continue;
    found.push(thousands);
    costs.steps.push({
      above: thousands * 1000,
      input: input ?? costs.input ?? 0n,
      output: output ?? costs.output ?? 0n,
    });
  }
  return found;
}

interface Fields {
  given: ReadonlyMap<string, Usd>;
  said: Set<string>;
}

/** One factor on the whole price: that of input and output where they agree, the greater one otherwise. */
function readTier(
  costs: ListedCosts,
  { end, tier, given, said }: Fields & { end: string; tier: ServiceTier },
): void {
  const sides = (['input', 'output'] as const).flatMap((side) => {
    const field = `${side}_cost_per_token`;
    const factor = shareOf(given.get(`${field}_${end}`) ?? 0n, given.get(field) ?? 0n);
    return factor && given.has(`${field}_${end}`) ? [{ field: `${field}_${end}`, factor }] : [];
  });
  if (sides.length === 0) return;
  const factor = Math.max(...sides.map((side) => side.factor));
  costs.tiers.set(tier, factor);
  for (const side of sides) if (side.factor === factor) said.add(side.field);
  // Everything else of this tier is said where it is the same part of its own cost.
  for (const [field, usd] of given) {
    if (!field.endsWith(`_${end}`)) continue;
    const base = given.get(field.slice(0, -end.length - 1));
    if (base !== undefined && shareOf(usd, base) === factor) said.add(field);
  }
}

/** Caches of long inputs are said where they are the same part of the input as those of short ones. */
function nameSteps(costs: ListedCosts, { steps, given, said }: Fields & { steps: readonly number[] }): void {
  for (const thousands of steps) {
    const end = `_above_${thousands}k_tokens`;
    const input = given.get(`input_cost_per_token${end}`) ?? costs.input ?? 0n;
    for (const field of Object.keys(extras).filter((one) => one.startsWith('cache_'))) {
      const [long, short] = [given.get(field + end), given.get(field)];
      if (long === undefined || short === undefined) continue;
      if (shareOf(long, input) === shareOf(short, costs.input ?? 0n)) said.add(field + end);
    }
  }
}

/** Costs by ranges of the input's length, the first one from 0 on. */
function readRanges(costs: ListedCosts, value: unknown): void {
  for (const one of Array.isArray(value) ? value : []) {
    const range: unknown = isRecord(one) ? one.range : undefined;
    const from = Array.isArray(range) ? Number(range[0]) : Number.NaN;
    const { input_cost_per_token: given, output_cost_per_token: answer = 0 } = isRecord(one) ? one : {};
    if (given === undefined || !Number.isInteger(from) || from < 0) {
      costs.unsaid.push('tiered_pricing');
      continue;
    }
    const [input, output] = [readUsd(given, 'tiered_pricing'), readUsd(answer, 'tiered_pricing')];
    if (from === 0) Object.assign(costs, { input, output });
    else if (!costs.steps.some(({ above }) => above === from))
      costs.steps.push({ above: from, input, output });
  }
}
