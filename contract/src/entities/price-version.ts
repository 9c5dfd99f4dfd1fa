import { z } from 'zod';
import { call, epochSeconds, idParam, queryNumber, queryText } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { whole } from '../points.ts';
import { confirmedInQuery, price } from './price.ts';

/** Origins of a price change: a person, a price list, a planned price, or an undo. */
export const priceChangeKind = ['set', 'list', 'plan', 'undo'] as const;
export type PriceChangeKind = (typeof priceChangeKind)[number];

/** The author, the time and the origin of a price change. */
const changeFacts = {
  kind: z.enum(priceChangeKind),
  created_at: epochSeconds(),
  /** Empty: the gateway itself. */
  username: z.string(),
};

/** One price before and after a change. */
export const priceVersionView = z.object({
  ...changeFacts,
  id: whole(),
  change_id: z.number().int().describe('The change that it is a part of'),
  model: z.string(),
  version: z
    .number()
    .int()
    .describe('Counts the changes of this price; calls settle with the one of their quote'),
  before: price.nullable().describe('null where the model had no price'),
  after: price.nullable().describe('null where the price was deleted'),
});
export type PriceVersionView = z.output<typeof priceVersionView>;

/** Prices that were changed together. */
export const priceChangeView = z.object({
  ...changeFacts,
  id: whole(),
  undoes: z.number().int().nullable().describe('Number of the change that it took back'),
  count: z.number().int().describe('Prices that it changed'),
  models: z.array(z.string()).describe('The first of them'),
});
export type PriceChangeView = z.output<typeof priceChangeView>;

export const priceUndoResult = z.object({
  restored: whole(),
  /** Changed since, so they stay as they are. */
  kept: z.array(z.string()),
});
export type PriceUndoResult = z.output<typeof priceUndoResult>;

const query = pageQuery([]).omit({ order: true, keyword: true });

export const priceVersionCalls = {
  changes: call('GET /api/prices/changes', {
    access: 'admin',
    summary: 'Changes of prices, newest first: who, when, by what and how many',
    query,
    output: pageOf(priceChangeView),
  }),
  versions: call('GET /api/prices/versions', {
    access: 'admin',
    summary: 'Prices before and after each change, newest first',
    query: query.extend({
      model: queryText(100).describe('Name of one model, as its price has it'),
      change_id: queryNumber().describe('Number of one change'),
    }),
    output: pageOf(priceVersionView),
  }),
  undo: call('POST /api/prices/changes/:id/undo', {
    access: 'admin',
    summary: 'Take a change of prices back; prices that were changed since stay and are named',
    params: idParam,
    query: z.object({ confirmed: confirmedInQuery() }),
    output: priceUndoResult,
  }),
};
