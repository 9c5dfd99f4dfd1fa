import { z } from 'zod';
import { call, etag, queryFlag } from '../call.ts';
import { serviceTier, unitKind } from '../catalogues/units.ts';
import { ratio } from '../points.ts';
import { line } from '../text.ts';
import { priceHours } from './price-hours.ts';

export const priceType = ['tokens', 'times'] as const;

/** Reports each entry that repeats an earlier one, at its identifying field. */
const distinctBy =
  <Item>(keyOf: (item: Item) => unknown, field: keyof Item & string, message: string) =>
  (items: Item[], issues: z.RefinementCtx): void => {
    const seen = new Set<unknown>();
    for (const [index, item] of items.entries()) {
      if (seen.has(keyOf(item))) issues.addIssue({ code: 'custom', message, path: [index, field] });
      seen.add(keyOf(item));
    }
  };

/**
 * Usage classes that a price may multiply, relative to its input or output ratio.
 * Source: docs/reference/compatibility.md, "Prices".
 */
export const extraUsageClass = [
  'cached_tokens',
  'cached_write_tokens',
  'cached_write_1h_tokens',
  'cached_read_tokens',
  'input_audio_tokens',
  'output_audio_tokens',
  'reasoning_tokens',
  'input_text_tokens',
  'output_text_tokens',
  'input_image_tokens',
  'output_image_tokens',
] as const;

/** The price of a unit that is not counted in tokens. */
export const unitPrice = z.object({
  kind: z.enum(unitKind).describe('`call`: once a call; others as often as the upstream reports them'),
  variant: line()
    .max(64)
    .default('')
    .describe('Size and quality of pictures, as in `1024x1024 high`; empty: every variant without a price'),
  price: ratio().describe('1 is 0.002 USD a unit; at most nine decimals'),
});
export type UnitPrice = z.output<typeof unitPrice>;

/** The price of a call whose input is long. */
export const priceStep = z.object({
  above: z
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .describe('Input tokens above which it counts, for all of the call'),
  input: ratio().describe('In place of `input`'),
  output: ratio().describe('In place of `output`'),
});
export type PriceStep = z.output<typeof priceStep>;

export const MAX_UNIT_PRICES = 100;
export const MAX_PRICE_STEPS = 10;

/** Ratio 1 is 0.002 USD per 1 000 tokens; for `times` one call costs 1 000 × input points. */
export const price = z.object({
  model: line()
    .min(1)
    .max(100)
    .regex(/^[^*]+\*?$/, 'channel.wildcard_not_last')
    .describe('Name, or the beginning of names with `*` behind it'),
  type: z.enum(priceType).describe('`tokens`: by tokens; `times`: by calls, by `input` alone'),
  channel_type: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .describe("Number of the model's owner; 0 only in prices of an earlier time"),
  input: ratio().describe('1 is 0.002 USD per 1000 tokens, or per call with `times`; at most nine decimals'),
  output: ratio().describe('1 is 0.002 USD per 1000 tokens; at most nine decimals'),
  locked: z.boolean().default(false).describe('A price list does not change it'),
  extra_ratios: z
    .partialRecord(z.enum(extraUsageClass), ratio())
    .default({})
    .describe('By class of tokens, a factor on `input` or `output`; at most nine decimals'),
  units: z
    .array(unitPrice)
    .max(MAX_UNIT_PRICES)
    .superRefine(distinctBy(({ kind, variant }) => `${kind} ${variant}`, 'variant', 'price.repeated_unit'))
    .default([])
    .describe('Prices of units, in addition to those of tokens or calls'),
  steps: z
    .array(priceStep)
    .max(MAX_PRICE_STEPS)
    .superRefine(distinctBy(({ above }) => above, 'above', 'price.repeated_step'))
    .default([])
    .describe('Other prices for long inputs; only with `tokens`'),
  tiers: z
    .partialRecord(z.enum(serviceTier), ratio())
    .default({})
    .describe('By the service tier that the upstream reports, a factor on the whole price'),
  hours: priceHours
    .optional()
    .describe('Factors by the time of the call; without it the price is the same at all times'),
});
export type Price = z.output<typeof price>;

/** The parts of a price that has only ratios. */
export const noPriceParts = (): Pick<Price, 'units' | 'steps' | 'tiers'> => ({
  units: [],
  steps: [],
  tiers: {},
});

/** A price as it is set: its owner is named. */
export const ownedPrice = price.extend({
  channel_type: price.shape.channel_type.refine((id) => id > 0, 'price.owner_required'),
});

const MEANT =
  'Changes above × 10 or below ÷ 10, and prices of nothing, are meant so; refused with 409 otherwise';

const confirmed = () => z.boolean().default(false).describe(MEANT);

/** The same next to the address of a call whose body has no room for it. */
export const confirmedInQuery = () => queryFlag().describe(MEANT);

/** A price as a call sets it. */
export const givenPrice = ownedPrice.extend({ confirmed: confirmed() });

/** A price with the state that it is in; the same price of two models has the same one. */
export const priceView = price.extend({ etag: etag() });
export type PriceView = z.output<typeof priceView>;

/** Prices that one call may change. */
const MAX_MODELS = 1000;
const modelName = price.shape.model;
const modelNames = () => z.array(modelName).max(MAX_MODELS);

/** One price for several models; the price's own `model` is not used. */
export const sharedPrice = z.object({
  original_models: modelNames()
    .default([])
    .describe('Models that had this price before: those that are not in `models` any more lose it'),
  models: modelNames().min(1),
  price: ownedPrice.describe('Its own `model` is not used'),
  confirmed: confirmed(),
});

const modelParam = z.object({
  '*': z.string().min(1).max(100).describe('Name of the model, as its price has it'),
});

export const priceCalls = {
  list: call('GET /api/prices', {
    access: 'public',
    summary: 'Prices: in use (`db`) or built in (`default`)',
    query: z.object({
      type: z
        .preprocess((v) => (v === '' ? undefined : v), z.enum(['db', 'default']).default('db'))
        .describe('`db`: the prices in use; `default`: the list that comes with the product'),
    }),
    output: z.array(priceView),
  }),
  modelList: call('GET /api/prices/model_list', {
    access: 'admin',
    summary: 'Models that have a price or that an enabled channel offers',
    output: z.array(z.string()),
  }),
  create: call('POST /api/prices/single', {
    access: 'admin',
    summary: 'Set a price for a model',
    input: givenPrice,
    output: priceView,
  }),
  update: call('PUT /api/prices/single/*', {
    access: 'admin',
    summary: "Change a model's price",
    params: modelParam,
    input: givenPrice,
    output: priceView,
    ifMatch: true,
  }),
  saveShared: call('POST /api/prices/multiple', {
    access: 'admin',
    summary:
      'Give several models one price; all or none. An `If-Match` lists the states of the `original_models`',
    input: sharedPrice,
    ifMatch: true,
  }),
  removeMany: call('PUT /api/prices/multiple/delete', {
    access: 'admin',
    summary: 'Delete the prices of several models',
    input: z.object({ models: modelNames().min(1) }),
  }),
  lockMany: call('PUT /api/prices/multiple/lock', {
    access: 'admin',
    summary: 'Keep prices of several models from being changed by a price list, or let them',
    input: z.object({ models: modelNames().min(1), locked: z.boolean() }),
  }),
  remove: call('DELETE /api/prices/single/*', {
    access: 'admin',
    summary: "Delete a model's price",
    params: modelParam,
  }),
};
