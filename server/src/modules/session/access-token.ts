import { randomBytes } from 'node:crypto';
import { type AccessTokenView, userStatus } from '@turnpike/contract';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { hashSecret } from '../../platform/secret-box.ts';
import { NOTE_USE_AFTER_SECONDS } from './session-repository.ts';

/**
 * 32 lower-case hexadecimal characters; `Bearer` may be left out.
 * Source: docs/reference/compatibility.md, "Sign-in".
 */
const accessToken = /^(?:Bearer\s+)?([0-9a-f]{32})$/i;
const bearer = /^Bearer\s/i;

/**
 * The user of an access token, with the present role of the account.
 * @param authorization the header; other schemes, such as a proxy's `Basic`, have no user
 * @throws access_token.invalid or access_token.owner_disabled
 */
export async function userOfAccessToken(
  db: Db,
  authorization: string | undefined,
  nowSeconds: number,
): Promise<SignedIn | undefined> {
  const token = accessToken.exec(authorization ?? '')?.[1]?.toLowerCase();
  if (token === undefined) {
    if (bearer.test(authorization ?? '')) throw new GatewayError('access_token.invalid');
    return undefined;
  }
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select(['users.id', 'users.username', 'users.role', 'users.group', 'users.status'])
    .select('access_tokens.last_used_time')
    .where('access_tokens.token_hash', '=', hashSecret(token))
    .where('users.deleted_time', '=', 0)
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('access_token.invalid');
  const { status, last_used_time, ...user } = row;
  if (status !== userStatus.enabled) throw new GatewayError('access_token.owner_disabled');
  if (nowSeconds - last_used_time >= NOTE_USE_AFTER_SECONDS) {
    await db
      .updateTable('access_tokens')
      .set({ last_used_time: nowSeconds })
      .where('user_id', '=', user.id)
      .execute();
  }
  return { ...user, proof: 'access_token' };
}

/**
 * Makes a token in place of the one before, for a session that has not been ended meanwhile.
 * @returns the token, which is kept as its hash only
 * @throws session.required
 */
export async function renewAccessToken(
  db: Db,
  userId: number,
  { sessionHash, nowSeconds }: { sessionHash: string; nowSeconds: number },
): Promise<string> {
  const token = randomBytes(16).toString('hex');
  const row = { token_hash: hashSecret(token), created_time: nowSeconds, last_used_time: 0 };
  await db.transaction().execute(async (trx) => {
    const session = trx.selectFrom('sessions').select('user_id').where('id_hash', '=', sessionHash);
    if ((await forChange(trx, session).executeTakeFirst()) === undefined)
      throw new GatewayError('session.required');
    await trx
      .insertInto('access_tokens')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  });
  return token;
}

export async function findAccessToken(db: Db, userId: number): Promise<AccessTokenView | null> {
  const row = await db
    .selectFrom('access_tokens')
    .select(['created_time', 'last_used_time'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function revokeAccessToken(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}
