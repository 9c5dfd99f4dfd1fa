import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { OpenWays } from './open-ways.ts';

/**
 * Refuses the removal that has just been made in this transaction, if it was the last way to sign in. A way that the site
 * has turned off is none.
 * @throws identity.last_way
 */
export async function assertOtherWay(
  trx: Transaction<Tables>,
  userId: number,
  { hasPassword, providers }: OpenWays,
): Promise<void> {
  const passkey = trx.selectFrom('passkeys').select('id').where('user_id', '=', userId);
  if ((await passkey.executeTakeFirst()) !== undefined) return;
  if (providers.length > 0) {
    const identity = trx
      .selectFrom('identities')
      .select('id')
      .where('user_id', '=', userId)
      .where('provider', 'in', providers);
    if ((await identity.executeTakeFirst()) !== undefined) return;
  }
  if (hasPassword) {
    const account = trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('password_hash', '!=', '');
    if ((await account.executeTakeFirst()) !== undefined) return;
  }
  throw new GatewayError('identity.last_way');
}
