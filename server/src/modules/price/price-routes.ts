import { priceCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { readBuiltInList } from './built-in-list.ts';
import {
  deletePrice,
  deletePrices,
  getPrice,
  insertPrice,
  listOfferedModels,
  listPrices,
  lockPrices,
  saveSharedPrice,
  updatePrice,
  withState,
} from './price-repository.ts';

export const priceRoutes = routesFor(priceCalls, ({ db, clock, changes }: ModuleNeeds) => ({
  list: async ({ query }) =>
    (query.type === 'default' ? await readBuiltInList() : await listPrices(db)).map(withState),
  modelList: () => listOfferedModels(db),
  create: async ({ input }) => {
    await insertPrice(db, input, clock.nowSeconds());
    await changes.routingChanged();
    return getPrice(db, input.model);
  },
  update: async ({ params, input, knownStates }) => {
    await updatePrice(db, params['*'], input, { nowSeconds: clock.nowSeconds(), knownStates });
    await changes.routingChanged();
    return getPrice(db, input.model);
  },
  saveShared: async ({ input, knownStates }) => {
    await saveSharedPrice(db, input, { nowSeconds: clock.nowSeconds(), knownStates });
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
