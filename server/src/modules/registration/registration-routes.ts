import { registrationCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { signInAs } from '../session/sign-in-as.ts';
import type { SignIns } from '../user/sign-ins.ts';
import { bindEmail } from './bind-email.ts';
import { mailCode } from './email-code.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import { register } from './register.ts';
import { RegistrationLimits } from './registration-limits.ts';

export const registrationRoutes = routesFor(registrationCalls, (deps: ModuleDeps & { signIns: SignIns }) => {
  const limits = new RegistrationLimits(deps.clock);
  return {
    sendCode: async ({ input: { email, purpose }, user, ip, language }) => {
      if (purpose === 'bind' && user === undefined) throw new GatewayError('session.required');
      limits.startMail(ip, email);
      await mailCode(deps, { email, user: purpose === 'bind' ? user : undefined, language });
    },
    register: async ({ input, ...facts }) => {
      limits.startAttempt(facts.ip);
      return signInAs(deps, await register(deps, input, facts), facts);
    },
    requestReset: ({ input, ip }) => {
      limits.startMail(ip, input.email);
      requestReset(deps, input.email);
    },
    reset: async ({ input, ip }) => {
      limits.startAttempt(ip);
      await resetPassword(deps, input);
    },
    bindEmail: ({ input, user }) => bindEmail(deps, user, input),
  };
});
