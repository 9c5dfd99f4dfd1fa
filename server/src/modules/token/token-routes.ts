import { tokenCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { changeToken } from './change-token.ts';
import { createToken, playgroundToken, revealToken } from './create-token.ts';
import { deleteToken, getToken, listTokens } from './token-repository.ts';

export const tokenRoutes = routesFor(tokenCalls, (needs: ModuleNeeds) => {
  const { db, clock, changes } = needs;
  return {
    list: ({ user, query }) => listTokens(needs, user.id, query),
    get: ({ user, params }) => getToken(needs, user.id, params.id),
    create: async ({ user, input }) => {
      const { id, key } = await createToken(needs, user, input);
      return { ...(await getToken(needs, user.id, id)), key };
    },
    update: ({ user, query, input, knownStates }) =>
      changeToken(
        needs,
        user,
        query.status_only ? { id: input.id, status: input.status } : input,
        knownStates,
      ),
    remove: async ({ user, params }) => {
      await deleteToken(db, user.id, params.id, clock.nowSeconds());
      changes.tokenChanged(params.id);
    },
    reveal: ({ user, params }) => revealToken(needs, user.id, params.id),
    playground: ({ user }) => playgroundToken(needs, user),
  };
});
