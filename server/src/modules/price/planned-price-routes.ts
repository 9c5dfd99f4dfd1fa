import { plannedPriceCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';

export const plannedPriceRoutes = routesFor(plannedPriceCalls, ({ plannedPrices }: ModuleNeeds) => ({
  list: ({ query }) => plannedPrices.list(query),
  create: ({ input: { valid_from, confirmed, ...price }, user }) =>
    plannedPrices.plan({ valid_from, price, isConfirmed: confirmed }, user),
  remove: ({ params }) => plannedPrices.remove(params.id),
}));
