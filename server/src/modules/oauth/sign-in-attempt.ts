import { createHash, randomBytes } from 'node:crypto';
import type { AttemptPurpose, SignInProviderName } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { proveOwner } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { consumeToken, keepToken } from '../one-time-token/one-time-token.ts';
import type { SignIns } from '../user/sign-ins.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'secretBox'>;
type Caller = RequestFacts & { user: SignedIn | undefined };

/** The values of an attempt that its end needs. */
interface Kept {
  /** Invitation code; empty without one. */
  aff: string;
  redirectUri: string;
  nonce: string;
  codeVerifier: string | null;
}

type BegunAttempt = Kept & { state: string; provider: SignInProviderName; purpose: AttemptPurpose };

export type FinishedAttempt = Kept & {
  /** The account that the provider's account is linked to; undefined signs in. */
  bindTo: number | undefined;
};

const TTL_SECONDS = 600;
const SEALED_FOR = 'oauth state';
const purposeOf = (purpose: AttemptPurpose, provider: SignInProviderName) => `oauth_${purpose} ${provider}`;

/** A state, a verifier or a nonce. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Source: RFC 7636, section 4.2. */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

/**
 * Begins an attempt in a browser: one to sign in belongs to the visitor, one to link to the session, whose owner has
 * proved it.
 * @param state from `newSecret`, which ends the attempt once within ten minutes
 * @throws session.required; what `proveOwner` and `UseProof` throw
 */
export async function beginAttempt(
  deps: Deps & { signIns: SignIns },
  caller: Caller,
  { state, provider, purpose, ...kept }: BegunAttempt,
): Promise<void> {
  const attempt = {
    ...{ token: state, purpose: purposeOf(purpose, provider), ttlSeconds: TTL_SECONDS },
    payload: deps.secretBox.seal(JSON.stringify(kept), SEALED_FOR),
  };
  if (purpose === 'sign_in')
    return keepToken(deps, { ...attempt, owner: null, boundTo: caller.visitorCookie.keep() });
  const { user } = caller;
  if (user === undefined) throw new GatewayError('session.required');
  const useProof = await proveOwner(deps, user, { facts: caller });
  await deps.db.transaction().execute(async (trx) => {
    await useProof(trx);
    await keepToken({ ...deps, db: trx }, { ...attempt, owner: user.id, boundTo: ownSessionHash(caller) });
  });
}

/**
 * Ends an attempt. Only its state decides between signing in and linking.
 * @throws oauth.unknown_state for a state that is used, expired, or of another browser or provider
 */
export async function finishAttempt(
  deps: Deps,
  caller: Caller,
  { provider, state }: { provider: SignInProviderName; state: string },
): Promise<FinishedAttempt> {
  const visitor = caller.visitorCookie.value;
  const session = ownSessionHash(caller);
  const take = (purpose: AttemptPurpose, boundTo: string | undefined) =>
    boundTo
      ? consumeToken(deps, { purpose: purposeOf(purpose, provider), boundTo, token: state })
      : undefined;
  const taken = (await take('sign_in', visitor)) ?? (await take('bind', caller.user && session));
  if (taken === undefined) throw new GatewayError('oauth.unknown_state');
  const kept = JSON.parse(deps.secretBox.open(String(taken.payload), SEALED_FOR)) as Kept;
  return { ...kept, bindTo: taken.owner ?? undefined };
}
