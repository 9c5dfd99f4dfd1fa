import type { UserView } from '@turnpike/contract';
import type { RequestFacts } from '../../http/request-facts.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { getUser, touchSignIn } from '../user/user-repository.ts';
import { startSession } from './session.ts';
import type { ProvedAccount } from './sign-in-proof.ts';

/**
 * Ends every way of signing in: the browser gets a session of the account.
 * @returns the account
 * @throws session.wrong_credentials or session.proof_expired when the proof is none any more
 */
export async function signInAs(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  account: ProvedAccount,
  facts: RequestFacts,
): Promise<UserView> {
  await startSession({ db, clock }, account, facts);
  await touchSignIn(db, account.userId, { nowSeconds: clock.nowSeconds(), language: facts.language });
  return getUser(db, account.userId);
}
