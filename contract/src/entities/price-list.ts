import { z } from 'zod';
import { call } from '../call.ts';
import { whole } from '../points.ts';
import { confirmedInQuery, ownedPrice, price } from './price.ts';

/**
 * Effects of a price list on the prices in use. None of them changes a locked price.
 * `system` and `add` set prices of models that have none; `update` changes those that are there; `merge`, our
 * own, does both; `overwrite` does both and deletes prices that the list does not name.
 * Source: docs/reference/compatibility.md, "Price lists".
 */
export const priceUpdateMode = ['system', 'add', 'update', 'overwrite', 'merge'] as const;
export type PriceUpdateMode = (typeof priceUpdateMode)[number];

/** Prices of one list. */
export const MAX_LISTED_PRICES = 5000;

/** How many prices a list changed. */
export const priceSyncResult = z.object({
  added: whole(),
  changed: whole(),
  removed: whole(),
  /** Would have changed if they were not locked. */
  locked: whole(),
});
export type PriceSyncResult = z.output<typeof priceSyncResult>;

/** Bytes of a list that is sent. */
export const MAX_LIST_BYTES = 10 * 2 ** 20;

/** Where a price list is read; without an address or a file, the list that comes with the product. */
export const priceListSource = z.object({
  url: z
    .string()
    .trim()
    .max(1000)
    .regex(/^https?:\/\/[^\s/]/i, 'field.invalid_address')
    .optional()
    .describe('Public address of a list; the list that comes with the product unless given'),
  file: z.string().max(MAX_LIST_BYTES).optional().describe('A list itself, as text; in place of an address'),
});

/** Formats of a list, detected from its content. */
export const priceListFormat = ['built_in', 'prices', 'litellm', 'models_dev', 'openrouter'] as const;

/** An entry of a price list that is no price. */
const badListEntry = z.object({
  /** In the list, from 1. */
  place: whole(),
  /** Empty where it names none. */
  model: z.string(),
  field: z.string(),
  code: z.string(),
});

/** The content of a price list; none of it is in use yet. */
export const priceListView = z.object({
  format: z.enum(priceListFormat),
  prices: z.array(price),
  bad_count: whole(),
  bad: z.array(badListEntry),
  left_out_count: z.number().int().describe('Entries of hosts that repeat the prices of vendors'),
  unsaid_count: z.number().int().describe('Prices whose entry says more than a price can'),
  unsaid: z
    .array(z.object({ model: z.string(), fields: z.array(z.string()) }))
    .describe('The first of them, with the fields'),
});
export type PriceListView = z.output<typeof priceListView>;

/** Apart from the calls of prices: many screens load those, one loads these. */
export const priceListCalls = {
  sync: call('POST /api/prices/sync', {
    access: 'admin',
    summary: 'Take the prices of a list; all or none, locked ones stay',
    largeInput: true,
    query: z.object({
      // An unknown mode does the least. Source: docs/reference/compatibility.md, "Price lists".
      updateMode: z
        .preprocess((v) => (v === '' ? undefined : v), z.enum(priceUpdateMode).catch('add').default('system'))
        .describe(
          '`system`, `add`: prices of models that have none; `update`: those that are there; `merge`: both; `overwrite`: both, and deletes what the list does not name',
        ),
      confirmed: confirmedInQuery(),
    }),
    input: z
      .array(ownedPrice)
      .min(1)
      .max(MAX_LISTED_PRICES)
      .refine((list) => new Set(list.map(({ model }) => model)).size === list.length, 'price.repeated'),
    output: priceSyncResult,
  }),
  updateService: call('GET /api/prices/updateService', {
    access: 'admin',
    summary: 'Address of the default price list',
    output: z.string(),
  }),
  read: call('POST /api/prices/preview', {
    access: 'admin',
    summary:
      'Read a price list without taking it: built in, at a public address, or sent; of this gateway, one-hub, LiteLLM, models.dev or OpenRouter',
    largeInput: true,
    input: priceListSource,
    output: priceListView,
  }),
};
