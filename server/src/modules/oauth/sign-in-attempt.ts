import { createHash, randomBytes } from 'node:crypto';
import type { AttemptPurpose, SignInProviderName } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { assertConfirmed } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { consumeToken, issueToken } from '../one-time-token/one-time-token.ts';

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

export type FinishedAttempt = Kept & {
  /** The account that the provider's account is linked to; undefined signs in. */
  bindTo: number | undefined;
};

const TTL_SECONDS = 600;
const SEALED_FOR = 'oauth state';
const purposeOf = (purpose: AttemptPurpose, provider: SignInProviderName) => `oauth_${purpose} ${provider}`;

export const newVerifier = (): string => randomBytes(32).toString('base64url');

/** Source: RFC 7636, section 4.2. */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

/**
 * Begins an attempt in a browser: one to sign in belongs to the visitor, one to link to the session.
 * @returns the state, which ends it once within ten minutes
 * @throws session.required, access_token.not_allowed, confirmation.required
 */
export async function beginAttempt(
  deps: Deps,
  caller: Caller,
  { provider, purpose, ...kept }: Kept & { provider: SignInProviderName; purpose: AttemptPurpose },
): Promise<string> {
  const isBinding = purpose === 'bind';
  if (isBinding) {
    const user = inSession(caller.user);
    await assertConfirmed(deps, user, { action: 'sign_in_data', facts: caller });
  }
  return issueToken(deps, {
    purpose: purposeOf(purpose, provider),
    owner: isBinding ? (caller.user?.id ?? null) : null,
    boundTo: isBinding ? ownSessionHash(caller) : caller.visitorCookie.keep(),
    payload: deps.secretBox.seal(JSON.stringify(kept), SEALED_FOR),
    ttlSeconds: TTL_SECONDS,
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

function inSession(user: SignedIn | undefined): SignedIn {
  if (user === undefined) throw new GatewayError('session.required');
  assertInPerson(user);
  return user;
}
