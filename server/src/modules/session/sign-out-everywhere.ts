import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { OwnSession } from '../../http/own-session.ts';
import { removeAccessTokensOf } from '../access-token/access-token-repository.ts';
import { dropTokensOf } from '../one-time-token/one-time-token-repository.ts';
import { deleteSessionsOf } from './session-repository.ts';
import { forgetNetworks } from './sign-in-networks.ts';

/**
 * Ends every way in which somebody is signed in to an account: all sessions but one, the access tokens, and the
 * links and codes that were sent to it. The account's `sk-` keys stay valid. Belongs into the transaction that changes the account.
 * @param here the session that goes on, and the network it is used from; undefined ends all
 */
export async function signOutEverywhere(
  trx: Transaction<Tables>,
  userId: number,
  here: OwnSession = { sessionHash: '', network: '' },
): Promise<void> {
  await deleteSessionsOf(trx, userId, { except: here.sessionHash });
  await removeAccessTokensOf(trx, userId);
  await dropTokensOf(trx, userId);
  await forgetNetworks(trx, userId, { except: here.network });
}
