import { tokenCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { changeToken } from './change-token.ts';
import { createToken, playgroundToken, revealToken } from './create-token.ts';
import { deleteToken, getToken, listTokens } from './token-repository.ts';

export const tokenRoutes = routesFor(tokenCalls, (deps: ModuleDeps) => {
  const { db, clock, changes } = deps;
  return {
    list: ({ user, query }) => listTokens(deps, user.id, query),
    get: ({ user, params }) => getToken(deps, user.id, params.id),
    create: async ({ user, input }) => {
      const { id, key } = await createToken(deps, user, input);
      return { ...(await getToken(deps, user.id, id)), key };
    },
    update: ({ user, query, input, knownStates }) =>
      changeToken(deps, user, query.status_only ? { id: input.id, status: input.status } : input, {
        knownStates,
      }),
    remove: async ({ user, params }) => {
      await deleteToken(db, user.id, params.id, clock.nowSeconds());
      changes.tokenChanged(params.id);
    },
    reveal: ({ user, params }) => revealToken(deps, user.id, params.id),
    playground: ({ user }) => playgroundToken(deps, user),
  };
});
