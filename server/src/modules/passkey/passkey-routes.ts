import { passkeyCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { inPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { assertConfirmed } from '../confirmation/confirmation.ts';
import { openWaysOf } from '../identity/open-ways.ts';
import { assertOtherWay } from '../identity/other-way.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import { getUser, lockUser } from '../user/user-repository.ts';
import { beginPasskey, createPasskey } from './passkey.ts';
import { deletePasskey, listPasskeys } from './passkey-repository.ts';

const { beginSignIn: _, signIn: __, ...ownCalls } = passkeyCalls;

const challenge = (facts: RequestFacts) => ({
  ...{ purpose: 'passkey create', boundTo: ownSessionHash(facts), origin: facts.origin },
});

export const passkeyRoutes = routesFor(ownCalls, (deps: ModuleDeps) => ({
  list: ({ user }) => listPasskeys(deps.db, inPerson(user)),
  begin: async ({ user, ...facts }) => {
    const { id, username, display_name } = await getUser(deps.db, inPerson(user));
    return beginPasskey(deps, { id, username, displayName: display_name || username }, challenge(facts));
  },
  create: async ({ user, input, ...facts }) => {
    inPerson(user);
    await assertConfirmed(deps, user, { action: 'sign_in_data', facts });
    return createPasskey(deps, user.id, { ...input, ...challenge(facts) });
  },
  remove: async ({ user, params, ...facts }) => {
    inPerson(user);
    await assertConfirmed(deps, user, { action: 'sign_in_data', facts });
    await deps.db.transaction().execute(async (trx) => {
      await lockUser(trx, user.id);
      await deletePasskey(trx, user.id, params.id);
      await assertOtherWay(trx, user.id, openWaysOf(deps.options, user));
      await notifyOwner({ ...deps, db: trx }, user.id, 'passkeyRemoved');
    });
    deps.jobRunner.runSoon('mail');
  },
}));
