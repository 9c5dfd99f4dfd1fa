import { sessionCalls } from '@turnpike/contract';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { findAccessToken, renewAccessToken, revokeAccessToken } from './access-token.ts';
import { ownSessionHash } from './session.ts';
import { deleteSessionsOf, endSessionOf, listSessionsOf } from './session-repository.ts';

/**
 * Whoever finds an access token may not lock its owner out with it.
 * @returns the account's number
 * @throws access_token.not_allowed
 */
function inPerson(user: SignedIn): number {
  if (user.proof !== 'session') throw new GatewayError('access_token.not_allowed');
  return user.id;
}

export const ownSessionRoutes = routesFor(sessionCalls, ({ db, clock }: ModuleNeeds) => ({
  list: ({ user, ...facts }) =>
    listSessionsOf(db, inPerson(user), { current: ownSessionHash(facts), nowSeconds: clock.nowSeconds() }),
  remove: ({ user, params }) => endSessionOf(db, inPerson(user), params.id),
  removeOthers: ({ user, ...facts }) =>
    deleteSessionsOf(db, inPerson(user), { except: ownSessionHash(facts) }),
  accessToken: ({ user }) => findAccessToken(db, inPerson(user)),
  renewAccessToken: ({ user }) => renewAccessToken(db, inPerson(user), clock.nowSeconds()),
  revokeAccessToken: ({ user }) => revokeAccessToken(db, inPerson(user)),
}));
