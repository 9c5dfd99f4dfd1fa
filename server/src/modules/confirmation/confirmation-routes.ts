import { confirmationCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { inPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { beginUse, usePasskey } from '../passkey/passkey.ts';
import { notePasskeyUse } from '../passkey/passkey-repository.ts';
import type { SecondFactor } from '../second-factor/second-factor.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { confirmationPurpose, issueConfirmation, proofOf } from './confirmation.ts';

export const confirmationRoutes = routesFor(
  confirmationCalls,
  (deps: ModuleDeps & { secondFactor: SecondFactor; signIns: SignIns }) => ({
    begin: ({ user, input, ...facts }) => {
      inPerson(user);
      const purpose = challengePurpose(input.action);
      return beginUse(deps, { purpose, boundTo: ownSessionHash(facts), origin: facts.origin });
    },
    create: async ({ user, input, ...facts }) => {
      const { action, code, response, password } = input;
      const userId = inPerson(user);
      const proof = await proofOf(deps.db, userId);
      if (proof === undefined) {
        throw fieldError('password', 'required');
      } else if (proof === 'password') {
        if (!password) throw fieldError('password', 'required');
        await deps.signIns.confirm(userId, password);
      } else if (code !== undefined) {
        await deps.secondFactor.use(userId, code);
      } else if (response !== undefined) {
        const challenge = { purpose: challengePurpose(action), boundTo: ownSessionHash(facts) };
        const used = await usePasskey(deps, { response, ...challenge, origin: facts.origin });
        const nowSeconds = deps.clock.nowSeconds();
        // Another account's passkey proves nothing about this one.
        const isNoted = await notePasskeyUse(deps.db, { ...used, userId, nowSeconds });
        if (!isNoted) throw new GatewayError('passkey.refused');
      } else {
        throw fieldError('code', 'required');
      }
      return issueConfirmation(deps, userId, { action, proof, facts });
    },
  }),
);

const challengePurpose = (action: Parameters<typeof confirmationPurpose>[0]): string =>
  `passkey ${confirmationPurpose(action)}`;
