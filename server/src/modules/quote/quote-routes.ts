import { quoteCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';

export const quoteRoutes = routesFor(quoteCalls, ({ quoteForKey }: ModuleDeps) => ({
  ask: ({ user, input: { token_id, path, body } }) =>
    quoteForKey({ userId: user.id, tokenId: token_id, path, body }),
}));
