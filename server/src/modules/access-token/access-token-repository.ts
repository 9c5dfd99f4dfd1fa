import { randomBytes } from 'node:crypto';
import { type AccessTokenScope, type AccessTokenView, MAX_ACCESS_TOKENS } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import { lockUser } from '../user/user-repository.ts';

const shownColumns = ['id', 'name', 'scope', 'created_time', 'last_used_time', 'expires_time'] as const;

/** Name of the one token that an account of one-hub has. */
const UNNAMED = '';

interface NewAccessToken {
  name: string;
  scope: AccessTokenScope;
  /** 0 when it does not expire. */
  expires_time: number;
}

/** The session that a token is made with, and what happens in the transaction that makes it. */
export interface Maker {
  sessionHash: string;
  nowSeconds: number;
  also: (trx: Transaction<Tables>) => Promise<void>;
}

/** A token with its account, whatever its state. */
export function findUsableToken(db: Db, tokenHash: string) {
  return db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select(['users.username', 'users.role', 'users.group', 'users.status'])
    .select(['access_tokens.id', 'access_tokens.user_id', 'access_tokens.scope'])
    .select(['access_tokens.expires_time', 'access_tokens.last_used_time'])
    .where('access_tokens.token_hash', '=', tokenHash)
    .where('users.deleted_time', '=', 0)
    .executeTakeFirst();
}

export async function noteUse(db: Db, id: number, nowSeconds: number): Promise<void> {
  await db.updateTable('access_tokens').set({ last_used_time: nowSeconds }).where('id', '=', id).execute();
}

/** Tokens of an account, the newest first. */
export function listAccessTokens(db: Db, userId: number): Promise<AccessTokenView[]> {
  return db
    .selectFrom('access_tokens')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_ACCESS_TOKENS)
    .execute();
}

/**
 * Makes a token for a session that has not been ended meanwhile.
 * @returns the token, which is kept as its hash only
 * @throws session.required; access_token.past_end or access_token.too_many; what `also` of the maker throws
 */
export async function createAccessToken(
  db: Db,
  userId: number,
  { input, by }: { input: NewAccessToken; by: Maker },
): Promise<{ id: number; token: string }> {
  if (input.expires_time !== 0 && input.expires_time <= by.nowSeconds) {
    const code = 'access_token.past_end';
    throw new GatewayError(code, {}, { fields: [{ field: 'expires_time', code }] });
  }
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    await assertSession(trx, by);
    const { count } = await trx
      .selectFrom('access_tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_ACCESS_TOKENS) throw new GatewayError('access_token.too_many');
    await by.also(trx);
    return insertToken(trx, userId, { input, by });
  });
}

/** As `createAccessToken`, in place of the unnamed token before. */
export async function renewUnnamedToken(db: Db, userId: number, by: Maker): Promise<string> {
  const input = { name: UNNAMED, scope: 'admin', expires_time: 0 } as const;
  const { token } = await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    await assertSession(trx, by);
    await removeUnnamedToken(trx, userId);
    await by.also(trx);
    return insertToken(trx, userId, { input, by });
  });
  return token;
}

async function assertSession(trx: Transaction<Tables>, { sessionHash }: Maker): Promise<void> {
  const session = trx.selectFrom('sessions').select('user_id').where('id_hash', '=', sessionHash);
  if ((await forChange(trx, session).executeTakeFirst()) === undefined)
    throw new GatewayError('session.required');
}

async function insertToken(
  trx: Transaction<Tables>,
  userId: number,
  { input, by }: { input: NewAccessToken; by: Maker },
): Promise<{ id: number; token: string }> {
  const token = randomBytes(16).toString('hex');
  const row = { token_hash: hashSecret(token), created_time: by.nowSeconds, last_used_time: 0 };
  const { id } = await trx
    .insertInto('access_tokens')
    .values({ user_id: userId, ...input, ...row })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

export async function findUnnamedToken(db: Db, userId: number): Promise<AccessTokenView | null> {
  const row = await db
    .selectFrom('access_tokens')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .where('name', '=', UNNAMED)
    .executeTakeFirst();
  return row ?? null;
}

export async function removeUnnamedToken(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).where('name', '=', UNNAMED).execute();
}

/** @throws access_token.not_found also for tokens of other accounts */
export async function removeAccessToken(db: Db, userId: number, id: number): Promise<void> {
  const removed = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (removed === undefined) throw new GatewayError('access_token.not_found');
}

export async function removeAccessTokensOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}
