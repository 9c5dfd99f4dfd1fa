import { passkeyCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { inPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { proveOwner } from '../confirmation/confirmation.ts';
import { openWaysOf } from '../identity/open-ways.ts';
import { assertOtherWay } from '../identity/other-way.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { getUser, lockUser } from '../user/user-repository.ts';
import { beginPasskey, createPasskey } from './passkey.ts';
import { deletePasskey, listPasskeys } from './passkey-repository.ts';

const { beginSignIn: _, signIn: __, ...ownCalls } = passkeyCalls;

const challenge = (facts: RequestFacts) => ({
  ...{ purpose: 'passkey create', boundTo: ownSessionHash(facts), origin: facts.origin },
});

export const passkeyRoutes = routesFor(ownCalls, (deps: ModuleDeps & { signIns: SignIns }) => ({
  list: ({ user }) => listPasskeys(deps.db, inPerson(user)),
  begin: async ({ user, ...facts }) => {
    const useProof = await proveOwner(deps, user, { facts });
    const { id, username, display_name } = await getUser(deps.db, user.id);
    const account = { id, username, displayName: display_name || username };
    return deps.db.transaction().execute(async (trx) => {
      await useProof(trx);
      return beginPasskey({ ...deps, db: trx }, account, challenge(facts));
    });
  },
  // The challenge is the proof: it belongs to the session, and was begun with one.
  create: ({ user, input, ...facts }) =>
    createPasskey(deps, inPerson(user), { ...input, ...challenge(facts) }),
  remove: async ({ user, params, ...facts }) => {
    const useProof = await proveOwner(deps, user, { facts });
    await deps.db.transaction().execute(async (trx) => {
      await lockUser(trx, user.id);
      await deletePasskey(trx, user.id, params.id);
      await assertOtherWay(trx, user.id, openWaysOf(deps.options, user));
      await useProof(trx);
      await notifyOwner({ ...deps, db: trx }, user.id, 'passkeyRemoved');
    });
    deps.jobRunner.runSoon('mail');
  },
}));
