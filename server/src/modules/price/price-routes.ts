import { priceCalls } from '@turnpike/contract';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { readBuiltInList } from './built-in-list.ts';
import { deletePrices, insertPrice, lockPrices, saveSharedPrice, updatePrice } from './price-changes.ts';
import { getPrice, listOfferedModels, listPrices, withState } from './price-repository.ts';

export const priceRoutes = routesFor(priceCalls, ({ db, clock, changes }: ModuleDeps) => {
  const factsOf = (user: SignedIn, isConfirmed = false) => ({
    nowSeconds: clock.nowSeconds(),
    actor: user,
    isConfirmed,
  });
  return {
    list: async ({ query }) =>
      (query.type === 'default' ? await readBuiltInList() : await listPrices(db)).map(withState),
    modelList: () => listOfferedModels(db),
    create: async ({ input: { confirmed, ...price }, user }) => {
      await insertPrice(db, price, factsOf(user, confirmed));
      await changes.routingChanged();
      return getPrice(db, price.model);
    },
    update: async ({ params, input: { confirmed, ...price }, user, knownStates }) => {
      await updatePrice(db, params['*'], price, { ...factsOf(user, confirmed), knownStates });
      await changes.routingChanged();
      return getPrice(db, price.model);
    },
    saveShared: async ({ input, user, knownStates }) => {
      await saveSharedPrice(db, input, { ...factsOf(user, input.confirmed), knownStates });
      await changes.routingChanged();
    },
    removeMany: async ({ input, user }) => {
      await deletePrices(db, input.models, factsOf(user));
      await changes.routingChanged();
    },
    lockMany: ({ input }) => lockPrices(db, input.models, input.locked),
    remove: async ({ params, user }) => {
      await deletePrices(db, [params['*']], factsOf(user));
      await changes.routingChanged();
    },
  };
});
