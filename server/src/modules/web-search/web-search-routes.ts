import { webSearchCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';

export const webSearchRoutes = routesFor(webSearchCalls, ({ searchForAccount }: ModuleDeps) => ({
  ask: ({ user, input, requestId, ip, signal }) =>
    searchForAccount({ ...input, results: input.results, userId: user.id, requestId, sourceIp: ip, signal }),
}));
