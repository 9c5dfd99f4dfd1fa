import type { registration } from '@turnpike/contract';
import type { z } from 'zod';
import type { RequestFacts } from '../../http/request-facts.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { hashPassword } from '../../platform/secrets/password-hash.ts';
import { assertMailIsSetUp } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { checkCode } from '../one-time-token/one-time-token.ts';
import type { ProvedAccount } from '../session/sign-in-proof.ts';
import { assertNameIsFree } from '../user/user-names.ts';
import { codeUse, wrongCode } from './email-code.ts';
import { assertEmailIsAllowed } from './email-rules.ts';
import { openAccount } from './open-account.ts';

type Registration = z.output<typeof registration>;

/**
 * Opens an account with a password.
 * @throws registration.closed, registration.password_closed; user.name_taken; email.wrong_code;
 *   what `assertEmailIsAllowed` throws; mail.not_set_up
 */
export async function register(
  deps: ModuleDeps,
  { username, password, email, verification_code, aff_code: invitation = '' }: Registration,
  facts: Pick<RequestFacts, 'requestId' | 'ip' | 'language'>,
): Promise<ProvedAccount> {
  const { db, options } = deps;
  if (!options.flag('RegisterEnabled')) throw new GatewayError('registration.closed');
  if (!options.flag('PasswordRegisterEnabled')) throw new GatewayError('registration.password_closed');
  // Before the code: a taken name must not cost one of its attempts.
  await db.transaction().execute((trx) => assertNameIsFree(trx, username, 0));
  const proof = options.flag('EmailVerificationEnabled')
    ? await checkEmail(deps, email, verification_code)
    : { email: '' };
  const passwordHash = await hashPassword(password);
  const account = { username, displayName: username, ...proof, passwordHash };
  const userId = await openAccount(deps, { ...account, language: facts.language, invitation }, facts);
  return { userId, proof: { kind: 'password', passwordHash } };
}

/** @returns the address, and the hash that names its code, which is still open */
async function checkEmail(
  deps: ModuleDeps,
  email: string | undefined,
  code: string | undefined,
): Promise<{ email: string; codeHash: string }> {
  if (!email) throw fieldError('email', 'required');
  if (!code) throw fieldError('verification_code', 'required');
  assertMailIsSetUp(deps.options);
  assertEmailIsAllowed(email, deps.options);
  const codeHash = await checkCode(deps, { ...codeUse(email, null), code });
  if (codeHash === undefined) throw wrongCode('verification_code');
  return { email, codeHash };
}
