import { identityCalls, type SignInProviderName } from '@turnpike/contract';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { listIdentities, unlinkIdentity } from './identity-repository.ts';
import { openWaysOf } from './open-ways.ts';

/** @returns the account's number */
function inPerson(user: SignedIn): number {
  assertInPerson(user);
  return user.id;
}

export const identityRoutes = routesFor(identityCalls, ({ db, options }: ModuleDeps) => ({
  list: async ({ user }) => {
    const identities = await listIdentities(db, inPerson(user));
    return identities.map(({ id, provider, name, email, created_time, last_used_time }) => ({
      ...{ id, provider: provider as SignInProviderName, name, email, created_time, last_used_time },
    }));
  },
  remove: ({ user, params }) =>
    unlinkIdentity(db, inPerson(user), { id: params.id, openWays: openWaysOf(options, user) }),
}));
