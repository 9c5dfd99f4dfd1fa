import { type Price, priceCalls } from '@turnpike/contract';
import { builtInPrices } from '@turnpike/contract/catalogues/built-in-prices';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import {
  deletePrice,
  deletePrices,
  getPrice,
  insertPrice,
  listOfferedModels,
  listPrices,
  lockPrices,
  saveSharedPrice,
  toPriceView,
  updatePrice,
} from './price-repository.ts';

/** The list that comes with the product, in the order of every price list: by owner, then by model. */
const builtIn: readonly Price[] = builtInPrices
  .map((price) => toPriceView({ ...price, locked: 0, extra_ratios: JSON.stringify(price.extra_ratios) }))
  .sort((a, b) => a.channel_type - b.channel_type || (a.model < b.model ? -1 : 1));

export const priceRoutes = routesFor(priceCalls, ({ db, clock, changes }: ModuleNeeds) => ({
  list: async ({ query }) => (query.type === 'default' ? [...builtIn] : listPrices(db)),
  modelList: () => listOfferedModels(db),
  create: async ({ input }) => {
    await insertPrice(db, input, clock.nowSeconds());
    await changes.routingChanged();
    return getPrice(db, input.model);
  },
  update: async ({ params, input }) => {
    await updatePrice(db, params['*'], input, clock.nowSeconds());
    await changes.routingChanged();
    return getPrice(db, input.model);
  },
  saveShared: async ({ input }) => {
    await saveSharedPrice(db, input, clock.nowSeconds());
    await changes.routingChanged();
  },
  removeMany: async ({ input }) => {
    await deletePrices(db, input.models);
    await changes.routingChanged();
  },
  lockMany: ({ input }) => lockPrices(db, input.models, input.locked),
  remove: async ({ params }) => {
    await deletePrice(db, params['*']);
    await changes.routingChanged();
  },
}));
