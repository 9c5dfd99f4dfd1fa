import { quoteCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';

export const quoteRoutes = routesFor(quoteCalls, ({ quoteForKey }: ModuleNeeds) => ({
  ask: ({ user, input: { token_id, path, body } }) =>
    quoteForKey({ userId: user.id, tokenId: token_id, path, body }),
}));
