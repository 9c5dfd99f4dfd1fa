import { type ProviderSignIn, type UserView, userStatus } from '@turnpike/contract';
import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { UseProof } from '../confirmation/confirmation.ts';
import { findIdentity, linkIdentity } from '../identity/identity-repository.ts';
import { rememberPerson } from '../invitation/known-person.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { signInAs } from '../session/sign-in-as.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import { getUser } from '../user/user-repository.ts';
import { adoptPicture } from './adopt-picture.ts';
import { openProviderAccount } from './open-provider-account.ts';
import type { ProviderAccountFacts } from './sign-in-provider.ts';

/**
 * Signs in to the account that a provider's account is linked to, or opens one. Only the provider's stable id decides:
 * a name or an e-mail address never leads to an account.
 * @param invitation code for an account that is opened; empty for none
 * @throws oauth.account_disabled, registration.closed, identity.unusable, session.proof_expired
 */
export async function signInByProvider(
  deps: ModuleDeps,
  { account, invitation }: { account: ProviderAccountFacts; invitation: string },
  request: RequestFacts,
): Promise<ProviderSignIn> {
  const known = await findIdentity(deps.db, account);
  if (known !== undefined) return { ...(await enter(deps, known, request)), is_new_account: false };
  const userId = await openProviderAccount(deps, { ...account, invitation }, request).catch(
    async (error: GatewayError) => {
      // Another call of the same person was first.
      if (error.code !== 'identity.taken') throw error;
      return undefined;
    },
  );
  if (userId !== undefined) {
    await adoptPicture(deps, { userId, address: account.picture, signal: request.signal });
  }
  const opened = await findIdentity(deps.db, account);
  if (opened === undefined) throw new GatewayError('session.proof_expired');
  return { ...(await enter(deps, opened, request)), is_new_account: userId !== undefined };
}

async function enter(
  deps: ModuleDeps,
  { id, user_id: userId }: { id: number; user_id: number },
  request: RequestFacts,
): Promise<UserView> {
  const { status } = await getUser(deps.db, userId);
  if (status !== userStatus.enabled) throw new GatewayError('oauth.account_disabled');
  return signInAs(deps, { userId, proof: { kind: 'identity', identityId: id } }, request);
}

/**
 * Links a provider's account to an account whose owner is signed in.
 * @param useProof absent where the attempt's state is the proof
 * @throws identity.taken, identity.unusable; what `useProof` throws
 */
export async function bindProvider(
  deps: ModuleDeps,
  userId: number,
  { account, useProof, signal }: { account: ProviderAccountFacts; useProof?: UseProof; signal: AbortSignal },
): Promise<void> {
  const nowSeconds = deps.clock.nowSeconds();
  await deps.db.transaction().execute(async (trx) => {
    const isKnown = (await findIdentity(trx, account)) !== undefined;
    await linkIdentity(trx, userId, { claims: account, nowSeconds });
    await useProof?.(trx);
    await rememberPerson(trx, deps, { identity: account });
    if (!isKnown) await notifyOwner({ ...deps, db: trx }, userId, 'identityLinked');
  });
  deps.jobRunner.runSoon('mail');
  await adoptPicture(deps, { userId, address: account.picture, signal });
}
