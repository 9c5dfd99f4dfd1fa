import type { ConfirmationProof, ConfirmedAction } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { consumeToken, issueToken } from '../one-time-token/one-time-token.ts';
import { hasFactor } from '../second-factor/second-factor.ts';
import { assertIsStoredHash, hasPassword } from '../user/own-account.ts';
import type { SignIns } from '../user/sign-ins.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'secretBox'>;

const LIFE_SECONDS = 300;
/** A session proves this long that its owner is there, where the account has neither a password nor a second factor. */
const FRESH_SESSION_SECONDS = 900;

/** The purpose of one action's tokens and challenges. */
export const confirmationPurpose = (action: ConfirmedAction): string => `confirmation ${action}`;

/** The strongest proof that an account can give again; undefined where it signs in by providers only. */
export async function proofOf(db: Db, userId: number): Promise<ConfirmationProof | undefined> {
  if (await hasFactor(db, userId)) return 'second_factor';
  return (await hasPassword(db, userId)) ? 'password' : undefined;
}

/** Makes the token of an action that was just confirmed in this session. */
export const issueConfirmation = (
  deps: Deps,
  userId: number,
  { action, proof, facts }: { action: ConfirmedAction; proof: ConfirmationProof; facts: RequestFacts },
): Promise<string> =>
  issueToken(deps, {
    ...{ purpose: confirmationPurpose(action), owner: userId, boundTo: ownSessionHash(facts) },
    ...{ payload: proof, ttlSeconds: LIFE_SECONDS },
  });

/**
 * Uses up the proof that a call brings. Call it in the transaction of the change: a change that fails costs no proof.
 * @throws confirmation.required where there is none, or one of another action, session or account
 */
export type UseProof = (db: Db) => Promise<void>;

/**
 * The confirmation of an action by a second factor. An account without one is not asked, and a call that changes several
 * things is asked once.
 * @throws as `UseProof`; access_token.not_allowed
 */
export function confirmBy(
  deps: Deps,
  user: SignedIn,
  { action, facts }: { action: ConfirmedAction; facts: RequestFacts },
): UseProof {
  let isConfirmed = false;
  return async (db) => {
    if (isConfirmed || !(await hasFactor(db, user.id))) return;
    // A script cannot be asked.
    assertInPerson(user);
    await useConfirmation({ ...deps, db }, user, { action, proof: 'second_factor', facts });
    isConfirmed = true;
  };
}

/**
 * The fresh proof that every change of one's own ways to sign in needs: the second factor, else the password, else a
 * session that began a short time ago.
 * @param password given with the call; a confirmation may replace it
 * @throws access_token.not_allowed; user.wrong_password; session.too_many_attempts; session.too_old
 */
export async function proveOwner(
  deps: Deps & { signIns: SignIns },
  user: SignedIn,
  { facts, password }: { facts: RequestFacts; password?: string | undefined },
): Promise<UseProof> {
  assertInPerson(user);
  const proof = await proofOf(deps.db, user.id);
  if (proof === undefined) {
    await assertFreshSession(deps, facts);
    // Another call may have set a password since.
    return (db) => assertIsStoredHash(db, user.id, '');
  }
  if (proof === 'password' && password) {
    const hash = await deps.signIns.confirm(user.id, password);
    return (db) => assertIsStoredHash(db, user.id, hash);
  }
  return (db) => useConfirmation({ ...deps, db }, user, { action: 'sign_in_data', proof, facts });
}

async function useConfirmation(
  deps: Deps,
  user: SignedIn,
  { action, proof, facts }: { action: ConfirmedAction; proof: ConfirmationProof; facts: RequestFacts },
): Promise<void> {
  const taken = await consumeToken(deps, {
    ...{ purpose: confirmationPurpose(action), boundTo: ownSessionHash(facts) },
    token: facts.confirmation,
  });
  if (taken?.owner !== user.id || taken.payload !== proof)
    throw new GatewayError('confirmation.required', { action, proof });
}

/** @throws session.too_old */
async function assertFreshSession({ db, clock }: Deps, facts: RequestFacts): Promise<void> {
  const fresh = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('id_hash', '=', ownSessionHash(facts))
    .where('created_time', '>', clock.nowSeconds() - FRESH_SESSION_SECONDS)
    .executeTakeFirst();
  if (fresh === undefined) throw new GatewayError('session.too_old');
}
