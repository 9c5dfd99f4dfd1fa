import { randomBytes } from 'node:crypto';
import { type Access, type Call, role } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import type { Proofs } from '../../http/management-scope.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import { userOfAccessToken } from '../access-token/access-token.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { hasFactor, requiresFactor } from '../second-factor/second-factor.ts';
import { findSessionUser, insertSession } from './session-repository.ts';
import type { ProvedAccount } from './sign-in-proof.ts';

const SESSION_SECONDS = 30 * 24 * 3600;

/** Roles that an access needs; `key` is for relay tokens and never for people. */
const neededRole: Record<Exclude<Access, 'public'>, number> = {
  user: role.common,
  admin: role.admin,
  root: role.root,
  key: Number.POSITIVE_INFINITY,
};

type SessionDeps = Pick<ModuleDeps, 'db' | 'clock'>;

/**
 * The user of a call: that of the session, or else of the access token. A public call accepts everyone and reads sessions
 * only; a session that lacks its second factor is none there. Source: docs/reference/compatibility.md, "Sign-in".
 * @throws session.required, session.not_allowed, session.second_factor_missing, or a code of `userOfAccessToken`
 */
export async function authorise(
  { db, clock, options }: Pick<ModuleDeps, 'db' | 'clock' | 'options'>,
  call: Pick<Call, 'access' | 'method' | 'isOpenWithoutFactor'>,
  { session, authorization }: Proofs,
): Promise<SignedIn | undefined> {
  const nowSeconds = clock.nowSeconds();
  const bySession =
    session === undefined ? undefined : await findSessionUser(db, hashSecret(session), nowSeconds);
  const lacksFactor = async ({ id, role }: SignedIn) =>
    requiresFactor(options, role) && !(await hasFactor(db, id));
  if (call.access === 'public') {
    if (bySession === undefined || !(await lacksFactor(bySession))) return bySession;
    return call.isOpenWithoutFactor ? { ...bySession, role: role.common } : undefined;
  }
  const user = bySession ?? (await userOfAccessToken(db, { authorization, call }, nowSeconds));
  if (user === undefined) throw new GatewayError('session.required');
  if (user.role < neededRole[call.access]) throw new GatewayError('session.not_allowed');
  if (!call.isOpenWithoutFactor && (await lacksFactor(user)))
    throw new GatewayError('session.second_factor_missing');
  return user;
}

/**
 * Signs a user in: the browser keeps a random value, the database only its hash.
 * @throws session.wrong_credentials or session.proof_expired when the proof is none any more
 */
export async function startSession(
  { db, clock }: SessionDeps,
  { userId, proof }: ProvedAccount,
  facts: RequestFacts,
): Promise<void> {
  const value = randomBytes(32).toString('base64url');
  const now = clock.nowSeconds();
  const session = {
    id_hash: hashSecret(value),
    user_id: userId,
    created_time: now,
    last_used_time: now,
    expires_time: now + SESSION_SECONDS,
    source_ip: facts.ip,
    user_agent: facts.userAgent,
  };
  await insertSession(db, session, proof);
  facts.sessionCookie.keep(value, SESSION_SECONDS);
}
