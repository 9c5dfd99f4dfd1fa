import type { ModuleDeps } from '../module-deps.ts';
import { hasPassword } from '../user/own-account.ts';
import type { SignIns } from '../user/sign-ins.ts';

/**
 * Asks an account for its password before its way of signing in changes. An account that has none is not asked: its
 * session was started by a provider or a passkey.
 * @throws user.wrong_password, session.too_many_attempts
 */
export async function confirmedOwner(
  { db, signIns }: Pick<ModuleDeps, 'db'> & { signIns: SignIns },
  userId: number,
  password: string | undefined,
): Promise<void> {
  if (await hasPassword(db, userId)) await signIns.confirm(userId, password ?? '');
}
