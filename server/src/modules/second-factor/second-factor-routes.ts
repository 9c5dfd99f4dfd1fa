import { secondFactorCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { assertInPerson, inPerson } from '../../http/in-person.ts';
import { confirmBy, proveOwner } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { lockUser } from '../user/user-repository.ts';
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from './authenticator.ts';
import { makeRecoveryCodes } from './recovery-code.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { type SecondFactor, viewSecondFactor } from './second-factor.ts';

const { signIn: _, ...ownCalls } = secondFactorCalls;

export const secondFactorRoutes = routesFor(
  ownCalls,
  (deps: ModuleDeps & { secondFactor: SecondFactor; signIns: SignIns }) => ({
    get: ({ user }) => {
      inPerson(user);
      return viewSecondFactor(deps, user);
    },
    begin: async ({ user, input, ...facts }) => {
      const useProof = await proveOwner(deps, user, { facts, password: input.current_password });
      return deps.db.transaction().execute(async (trx) => {
        const begun = await beginAuthenticator({ ...deps, db: trx }, user);
        await useProof(trx);
        return begun;
      });
    },
    confirm: ({ user, input }) => confirmAuthenticator(deps, inPerson(user), input.code),
    remove: async ({ user, input }) => {
      await deps.secondFactor.use(inPerson(user), input.code);
      await removeAuthenticator(deps, user.id);
    },
    reset: async ({ user, params, ...facts }) => {
      // A stolen script must not open the accounts of others.
      assertInPerson(user);
      const useProof = confirmBy(deps, user, { action: 'sign_in_data', facts });
      await resetSecondFactor(deps, user, { id: params.id, useProof, ...facts });
    },
    renewRecoveryCodes: async ({ user, input }) => {
      await deps.secondFactor.use(inPerson(user), input.code);
      return deps.db.transaction().execute(async (trx) => {
        await lockUser(trx, user.id);
        return makeRecoveryCodes(trx, deps, user.id);
      });
    },
  }),
);
