import { passkeyCalls, secondFactorCalls, userCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { beginUse, usePasskey } from '../passkey/passkey.ts';
import type { SecondFactor } from '../second-factor/second-factor.ts';
import type { SignIn } from './sign-in.ts';
import { finishSignIn, signInAs } from './sign-in-as.ts';
import { signOut } from './sign-out.ts';

const calls = {
  login: userCalls.login,
  logout: userCalls.logout,
  secondFactor: secondFactorCalls.signIn,
  beginPasskey: passkeyCalls.beginSignIn,
  passkey: passkeyCalls.signIn,
};

const PASSKEY_PURPOSE = 'passkey sign-in';

export const sessionRoutes = routesFor(
  calls,
  (deps: ModuleDeps & { signIn: SignIn; secondFactor: SecondFactor }) => ({
    login: async ({ input, ...facts }) => {
      const account = await deps.signIn.check(input, facts.ip);
      return signInAs(deps, account, facts);
    },
    logout: (facts) => signOut(deps.db, facts),
    secondFactor: ({ input, ...facts }) => finishSignIn(deps, input.code, facts),
    beginPasskey: ({ visitorCookie, origin }) =>
      beginUse(deps, { purpose: PASSKEY_PURPOSE, boundTo: visitorCookie.keep(), origin }),
    passkey: async ({ input, ...facts }) => {
      const challenge = { purpose: PASSKEY_PURPOSE, boundTo: facts.visitorCookie.value ?? '' };
      const { id, userId, counter } = await usePasskey(deps, {
        ...{ ...challenge, origin: facts.origin },
        response: input.response,
      });
      const proof = { kind: 'passkey', passkeyId: id, counter } as const;
      return signInAs(deps, { userId, proof }, facts);
    },
  }),
);
