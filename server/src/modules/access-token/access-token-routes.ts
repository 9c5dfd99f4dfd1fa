import { accessTokenCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { inPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import type { ModuleDeps } from '../module-deps.ts';
import {
  createAccessToken,
  findUnnamedToken,
  listAccessTokens,
  removeAccessToken,
  removeUnnamedToken,
  renewUnnamedToken,
} from './access-token-repository.ts';

export const accessTokenRoutes = routesFor(accessTokenCalls, ({ db, clock }: ModuleDeps) => {
  const maker = (facts: RequestFacts) => ({
    sessionHash: ownSessionHash(facts),
    nowSeconds: clock.nowSeconds(),
  });
  return {
    list: ({ user }) => listAccessTokens(db, inPerson(user)),
    create: ({ user, input, ...facts }) => createAccessToken(db, inPerson(user), { input, by: maker(facts) }),
    remove: ({ user, params }) => removeAccessToken(db, inPerson(user), params.id),
    unnamed: ({ user }) => findUnnamedToken(db, inPerson(user)),
    renewUnnamed: ({ user, ...facts }) => renewUnnamedToken(db, inPerson(user), maker(facts)),
    removeUnnamed: ({ user }) => removeUnnamedToken(db, inPerson(user)),
  };
});
