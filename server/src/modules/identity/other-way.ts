import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

/**
 * Refuses the removal that has just been made in this transaction, if it was the last way to sign in.
 * @throws identity.last_way
 */
export async function assertOtherWay(trx: Transaction<Tables>, userId: number): Promise<void> {
  const ways = await Promise.all([
    trx.selectFrom('identities').select('id').where('user_id', '=', userId).executeTakeFirst(),
    trx.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst(),
    trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('password_hash', '!=', '')
      .executeTakeFirst(),
  ]);
  if (ways.every((way) => way === undefined)) throw new GatewayError('identity.last_way');
}
