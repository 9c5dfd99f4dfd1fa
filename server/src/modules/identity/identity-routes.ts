import { identityCalls, type SignInProviderName } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { inPerson } from '../../http/in-person.ts';
import { proveOwner } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { listIdentities, unlinkIdentity } from './identity-repository.ts';
import { openWaysOf } from './open-ways.ts';

export const identityRoutes = routesFor(identityCalls, (deps: ModuleDeps & { signIns: SignIns }) => ({
  list: async ({ user }) => {
    const identities = await listIdentities(deps.db, inPerson(user));
    return identities.map(({ id, provider, name, email, created_time, last_used_time }) => ({
      ...{ id, provider: provider as SignInProviderName, name, email, created_time, last_used_time },
    }));
  },
  remove: async ({ user, params, ...facts }) => {
    const useProof = await proveOwner(deps, user, { facts });
    await deps.db.transaction().execute(async (trx) => {
      await unlinkIdentity(trx, user.id, { id: params.id, openWays: openWaysOf(deps.options, user) });
      await useProof(trx);
      await notifyOwner({ ...deps, db: trx }, user.id, 'identityUnlinked');
    });
    deps.jobRunner.runSoon('mail');
  },
}));
