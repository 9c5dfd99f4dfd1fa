import { identityCalls, type SignInProviderName } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { inPerson } from '../../http/in-person.ts';
import { assertConfirmed } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { listIdentities, unlinkIdentity } from './identity-repository.ts';
import { openWaysOf } from './open-ways.ts';

export const identityRoutes = routesFor(identityCalls, (deps: ModuleDeps) => ({
  list: async ({ user }) => {
    const identities = await listIdentities(deps.db, inPerson(user));
    return identities.map(({ id, provider, name, email, created_time, last_used_time }) => ({
      ...{ id, provider: provider as SignInProviderName, name, email, created_time, last_used_time },
    }));
  },
  remove: async ({ user, params, ...facts }) => {
    const userId = inPerson(user);
    await assertConfirmed(deps, user, { action: 'sign_in_data', facts });
    await unlinkIdentity(deps.db, userId, { id: params.id, openWays: openWaysOf(deps.options, user) });
  },
}));
