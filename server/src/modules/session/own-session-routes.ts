import { sessionCalls } from '@turnpike/contract';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findAccessToken, renewAccessToken, revokeAccessToken } from './access-token.ts';
import { deleteSessionsOf, endSessionOf, listSessionsOf } from './session-repository.ts';

/** @returns the account's number */
function inPerson(user: SignedIn): number {
  assertInPerson(user);
  return user.id;
}

export const ownSessionRoutes = routesFor(sessionCalls, ({ db, clock }: ModuleDeps) => ({
  list: ({ user, ...facts }) =>
    listSessionsOf(db, inPerson(user), { current: ownSessionHash(facts), nowSeconds: clock.nowSeconds() }),
  remove: ({ user, params }) => endSessionOf(db, inPerson(user), params.id),
  removeOthers: ({ user, ...facts }) =>
    deleteSessionsOf(db, inPerson(user), { except: ownSessionHash(facts) }),
  accessToken: ({ user }) => findAccessToken(db, inPerson(user)),
  renewAccessToken: ({ user, ...facts }) =>
    renewAccessToken(db, inPerson(user), {
      sessionHash: ownSessionHash(facts),
      nowSeconds: clock.nowSeconds(),
    }),
  revokeAccessToken: ({ user }) => revokeAccessToken(db, inPerson(user)),
}));
