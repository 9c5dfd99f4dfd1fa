import { z } from 'zod';
import { call, epochSeconds, idParam } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { whole } from '../points.ts';
import { givenPrice, price } from './price.ts';

/** A price that is put in use at a time; until then nothing reads it. */
export const plannedPriceView = z.object({
  id: whole(),
  valid_from: epochSeconds(),
  price,
  created_at: epochSeconds(),
  username: z.string().describe('Who planned it'),
});
export type PlannedPriceView = z.output<typeof plannedPriceView>;

export const plannedPriceCalls = {
  list: call('GET /api/prices/planned', {
    access: 'admin',
    summary: 'Prices that are planned for a time, newest plan first',
    query: pageQuery([]).omit({ order: true, keyword: true }),
    output: pageOf(plannedPriceView),
  }),
  create: call('POST /api/prices/planned', {
    access: 'admin',
    summary: 'Plan a price for a time; one that is planned for the same model and second is replaced',
    input: givenPrice.extend({
      valid_from: epochSeconds().describe('From this second on calls are quoted with it'),
    }),
    output: plannedPriceView,
  }),
  remove: call('DELETE /api/prices/planned/:id', {
    access: 'admin',
    summary: 'Give up a planned price',
    params: idParam,
  }),
};
