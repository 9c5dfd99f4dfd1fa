import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { hasPassword } from './own-account.ts';
import type { SignIns } from './sign-ins.ts';

/**
 * Asks an account for its password before its way of signing in changes. An account that has none is not asked: its
 * session was started by a provider or a passkey.
 * @returns hash of the password, empty for none; `assertIsStoredHash` takes it when a new password is written
 * @throws request.invalid naming `current_password`, user.wrong_password, session.too_many_attempts
 */
export async function confirmedOwner(
  { db, signIns }: { db: Db; signIns: SignIns },
  userId: number,
  password: string | undefined,
): Promise<string> {
  if (!(await hasPassword(db, userId))) return '';
  if (!password) throw fieldError('current_password', 'required');
  return signIns.confirm(userId, password);
}

/** Somebody else may have set another password since the owner was asked. @throws user.wrong_password */
export async function assertIsStoredHash(trx: Transaction<Tables>, id: number, hash: string): Promise<void> {
  const { password_hash } = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (password_hash !== hash) throw new GatewayError('user.wrong_password');
}
