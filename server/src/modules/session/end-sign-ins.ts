import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { revokeAccessToken } from './access-token.ts';
import { deleteSessionsOf } from './session-repository.ts';

/**
 * Ends every way in which somebody is signed in to an account: all sessions but one, and the access token. The
 * account's `sk-` keys stay valid. Belongs into the transaction that changes the account.
 * @param except hash of the session that goes on; the empty text ends all
 */
export async function endSignIns(
  trx: Transaction<Tables>,
  userId: number,
  { except = '' }: { except?: string } = {},
): Promise<void> {
  await deleteSessionsOf(trx, userId, { except });
  await revokeAccessToken(trx, userId);
}
