import { priceVersionCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { listPriceChanges, listPriceVersions, undoPriceChange } from './price-version-repository.ts';

export const priceVersionRoutes = routesFor(priceVersionCalls, ({ db, clock, changes }: ModuleDeps) => ({
  changes: ({ query }) => listPriceChanges(db, query),
  versions: ({ query }) => listPriceVersions(db, query),
  undo: async ({ params, query, user }) => {
    const facts = { nowSeconds: clock.nowSeconds(), actor: user, isConfirmed: query.confirmed ?? false };
    const result = await undoPriceChange(db, params.id, facts);
    await changes.routingChanged();
    return result;
  },
}));
