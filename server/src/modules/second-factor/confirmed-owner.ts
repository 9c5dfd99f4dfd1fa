import type { ModuleDeps } from '../module-deps.ts';
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
  const account = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (account?.password_hash !== '') await signIns.confirm(userId, password ?? '');
}
