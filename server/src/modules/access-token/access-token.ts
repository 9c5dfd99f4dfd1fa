import { type AccessTokenScope, type Call, role, userStatus } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import { findUsableToken, noteUse } from './access-token-repository.ts';

/**
 * 32 lower-case hexadecimal characters; `Bearer` may be left out.
 * Source: docs/reference/compatibility.md, "Sign-in".
 */
const accessToken = /^(?:Bearer\s+)?([0-9a-f]{32})$/i;
const bearer = /^Bearer\s/i;

/** A use is noted when the last noted one is older: reading calls write nothing most of the time. */
const NOTE_USE_AFTER_SECONDS = 600;

/**
 * The user of an access token, with the present role of the account.
 * @param authorization the header; other schemes, such as a proxy's `Basic`, have no user
 * @throws access_token.invalid, access_token.expired, access_token.owner_disabled or access_token.scope
 */
export async function userOfAccessToken(
  db: Db,
  { authorization, call }: { authorization: string | undefined; call: Pick<Call, 'access' | 'method'> },
  nowSeconds: number,
): Promise<SignedIn | undefined> {
  const token = accessToken.exec(authorization ?? '')?.[1]?.toLowerCase();
  if (token === undefined) {
    if (bearer.test(authorization ?? '')) throw new GatewayError('access_token.invalid');
    return undefined;
  }
  const row = await findUsableToken(db, hashSecret(token));
  if (row === undefined) throw new GatewayError('access_token.invalid');
  if (row.expires_time !== 0 && row.expires_time <= nowSeconds)
    throw new GatewayError('access_token.expired');
  if (row.status !== userStatus.enabled) throw new GatewayError('access_token.owner_disabled');
  if (!isInScope(row.scope, call)) throw new GatewayError('access_token.scope');
  if (nowSeconds - row.last_used_time >= NOTE_USE_AFTER_SECONDS) await noteUse(db, row.id, nowSeconds);
  return {
    ...{ id: row.user_id, username: row.username, group: row.group, proof: 'access_token' },
    // Some calls of users show more to administrators.
    role: row.scope === 'own' ? Math.min(row.role, role.common) : row.role,
  };
}

function isInScope(scope: AccessTokenScope, { access, method }: Pick<Call, 'access' | 'method'>): boolean {
  switch (scope) {
    case 'read':
      return method === 'GET';
    case 'own':
      return access === 'user';
    case 'admin':
      return true;
  }
}
