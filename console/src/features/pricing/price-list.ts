import type { Page, Price } from '@turnpike/contract';
import { pageOfRows } from '../../ui/data-table/page-of-rows.ts';
import type { PricingFilter } from './pricing-api.ts';

/** Models that share one price. */
export interface SharedPriceRow {
  /** The first of the models stands for all. */
  model: string;
  models: string[];
  price: Price;
}

const orders = {
  model: ({ model }: SharedPriceRow) => model,
  channel_type: ({ price }: SharedPriceRow) => price.channel_type,
  input: ({ price }: SharedPriceRow) => price.input,
  output: ({ price }: SharedPriceRow) => price.output,
};

/** The prices that a filter leaves, each model for itself, a page of them. */
export function priceRows(prices: readonly Price[], filter: PricingFilter): Page<SharedPriceRow> {
  const rows = prices
    .filter(fits(filter))
    .map((price) => ({ model: price.model, models: [price.model], price }));
  return pageOfRows(rows, filter, orders);
}

/** The same with models of one price in one row. */
export function sharedPriceRows(prices: readonly Price[], filter: PricingFilter): Page<SharedPriceRow> {
  const shared = new Map<string, SharedPriceRow>();
  for (const price of prices.filter(fits(filter))) {
    const { model, ...rest } = price;
    const extras = Object.entries(rest.extra_ratios).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify({ ...rest, extra_ratios: extras });
    const row = shared.get(key);
    if (row === undefined) shared.set(key, { model, models: [model], price });
    else row.models.push(model);
  }
  return pageOfRows([...shared.values()], filter, orders);
}

const fits =
  ({ keyword = '', type, owner, lock }: PricingFilter) =>
  (price: Price): boolean =>
    price.model.toLowerCase().includes(keyword.toLowerCase()) &&
    (type === undefined || price.type === type) &&
    (owner === undefined || String(price.channel_type) === owner) &&
    (lock === undefined || price.locked === (lock === 'locked'));
