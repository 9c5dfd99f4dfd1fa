import { userTokenCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { changeUserToken } from './change-user-token.ts';
import { searchTokens } from './user-token-list.ts';

/** Keys of users, for administrators. */
export const userTokenRoutes = routesFor(userTokenCalls, (deps: ModuleDeps) => ({
  search: ({ user, query }) => searchTokens(deps, user, query),
  update: ({ user, query, input, ...facts }) =>
    changeUserToken(deps, user, query.status_only ? { id: input.id, status: input.status } : input, facts),
}));
