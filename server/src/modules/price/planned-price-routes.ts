import { plannedPriceCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';

export const plannedPriceRoutes = routesFor(plannedPriceCalls, ({ plannedPrices }: ModuleDeps) => ({
  list: ({ query }) => plannedPrices.list(query),
  create: ({ input: { valid_from, confirmed, ...price }, user }) =>
    plannedPrices.plan({ valid_from, price, isConfirmed: confirmed }, user),
  remove: ({ params }) => plannedPrices.remove(params.id),
}));
