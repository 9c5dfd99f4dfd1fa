import type { UserView } from '@turnpike/contract';
import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { asksForFactor, type SecondFactor } from '../second-factor/second-factor.ts';
import { getUser, touchSignIn } from '../user/user-repository.ts';
import { findPendingSignIn, keepPendingSignIn, takePendingSignIn } from './pending-sign-in.ts';
import { startSession } from './session.ts';
import type { ProvedAccount } from './sign-in-proof.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox'>;

/**
 * Ends a sign-in by a password or a provider: the browser gets a session of the account.
 * @returns the account
 * @throws session.second_factor_required, after which `finishSignIn` goes on; session.wrong_credentials or
 *   session.proof_expired when the proof is none any more
 */
export async function signInAs(deps: Deps, account: ProvedAccount, facts: RequestFacts): Promise<UserView> {
  const user = await getUser(deps.db, account.userId);
  // A passkey is two factors: the device, and the finger, face or PIN that it asks for.
  if (account.proof.kind !== 'passkey' && (await asksForFactor(deps, user))) {
    await keepPendingSignIn(deps, account, facts);
    throw new GatewayError('session.second_factor_required');
  }
  return begin(deps, account, facts);
}

/**
 * Ends a sign-in that waited for a second factor.
 * @throws session.proof_expired; second_factor.wrong_code, after which it still waits; session.too_many_attempts
 */
export async function finishSignIn(
  deps: Deps & { secondFactor: SecondFactor },
  code: string,
  facts: RequestFacts,
): Promise<UserView> {
  const { userId } = await findPendingSignIn(deps, facts);
  await deps.secondFactor.use(userId, code);
  const account = await takePendingSignIn(deps, facts);
  // Another sign-in may have been begun between the two.
  if (account.userId !== userId) throw new GatewayError('session.proof_expired');
  return begin(deps, account, facts);
}

async function begin({ db, clock }: Deps, account: ProvedAccount, facts: RequestFacts): Promise<UserView> {
  await startSession({ db, clock }, account, facts);
  await touchSignIn(db, account.userId, { nowSeconds: clock.nowSeconds(), language: facts.language });
  return getUser(db, account.userId);
}
