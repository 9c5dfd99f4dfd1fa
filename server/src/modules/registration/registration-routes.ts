import { registrationCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { signInAs } from '../session/sign-in-as.ts';
import { assertHuman } from '../turnstile/assert-human.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { bindEmail } from './bind-email.ts';
import { mailCode } from './email-code.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import { register } from './register.ts';
import { RegistrationLimits } from './registration-limits.ts';

export const registrationRoutes = routesFor(registrationCalls, (deps: ModuleDeps & { signIns: SignIns }) => {
  const limits = new RegistrationLimits(deps.clock);
  return {
    sendCode: async ({ input: { email, purpose, turnstile: token }, user, ...facts }) => {
      const { ip, language } = facts;
      if (purpose === 'bind' && user === undefined) throw new GatewayError('session.required');
      limits.startMail(ip, email);
      // An account that is signed in is limited by itself.
      if (purpose === 'register') await assertHuman(deps, { ...facts, token, action: 'register' });
      await mailCode(deps, { email, user: purpose === 'bind' ? user : undefined, language });
    },
    register: async ({ input, ...facts }) => {
      limits.startAttempt(facts.ip);
      await assertHuman(deps, { ...facts, token: input.turnstile, action: 'register' });
      return signInAs(deps, await register(deps, input, facts), facts);
    },
    requestReset: async ({ input, ...facts }) => {
      limits.startMail(facts.ip, input.email);
      await assertHuman(deps, { ...facts, token: input.turnstile, action: 'reset_password' });
      requestReset(deps, input.email);
    },
    reset: async ({ input, ip }) => {
      limits.startAttempt(ip);
      await resetPassword(deps, input);
    },
    bindEmail: ({ input: { email, code, current_password: password }, user, ...facts }) =>
      bindEmail(deps, user, { email, code, password, facts }),
  };
});
