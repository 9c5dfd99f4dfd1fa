import type { ConfirmedAction } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { consumeToken, issueToken } from '../one-time-token/one-time-token.ts';
import { hasFactor } from '../second-factor/second-factor.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'secretBox'>;

const LIFE_SECONDS = 300;

/** The purpose of one action's tokens and challenges. */
export const confirmationPurpose = (action: ConfirmedAction): string => `confirmation ${action}`;

/** Makes the token of an action that was just confirmed in this session. */
export const issueConfirmation = (
  deps: Deps,
  userId: number,
  { action, facts }: { action: ConfirmedAction; facts: RequestFacts },
): Promise<string> =>
  issueToken(deps, {
    ...{ purpose: confirmationPurpose(action), owner: userId, boundTo: ownSessionHash(facts) },
    ...{ payload: null, ttlSeconds: LIFE_SECONDS },
  });

/** Asks the caller of a change for a confirmation. @throws as `assertConfirmed` does */
export type Confirm = (action: ConfirmedAction) => Promise<void>;

/** The confirmation of a call, asked for where its handler finds that it needs one. */
export const confirmBy =
  (deps: Deps, user: SignedIn, facts: RequestFacts): Confirm =>
  (action) =>
    assertConfirmed(deps, user, { action, facts });

/**
 * Uses up the confirmation that a call brings. An account without a second factor needs none.
 * @throws confirmation.required where there is none, or one of another action, session or account; access_token.not_allowed
 */
export async function assertConfirmed(
  deps: Deps,
  user: SignedIn,
  { action, facts }: { action: ConfirmedAction; facts: RequestFacts },
): Promise<void> {
  if (!(await hasFactor(deps.db, user.id))) return;
  // A script cannot be asked.
  assertInPerson(user);
  const taken = await consumeToken(deps, {
    ...{ purpose: confirmationPurpose(action), boundTo: ownSessionHash(facts) },
    token: facts.confirmation,
  });
  if (taken?.owner !== user.id) throw new GatewayError('confirmation.required', { action });
}
