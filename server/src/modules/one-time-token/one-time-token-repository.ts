import type { ExpressionBuilder, Transaction } from 'kysely';
import { freeForChange, lockName } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { OneTimeTokenTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';

/** A token that was used up now, and for nobody else. */
export interface TakenToken {
  owner: number | null;
  payload: unknown;
}

/** Tokens of one holder are counted together. Without an owner, the binding separates one browser from another. */
export type Holder = Pick<OneTimeTokenTable, 'purpose' | 'owner_user_id' | 'bound_hash'>;

const MAX_ATTEMPTS = 5;
const ROWS_PER_CLEAN_UP = 500;

/** The same code again is a new one. */
export async function insertToken(db: Db, row: OneTimeTokenTable): Promise<void> {
  await db
    .insertInto('one_time_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
    .execute();
}

/** Uses a token up in one statement, so that one of several callers gets it. */
export async function takeToken(db: Db, hash: string, nowSeconds: number): Promise<TakenToken | undefined> {
  const row = await db
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hash)
    .where('expires_at', '>', nowSeconds)
    .returning(['owner_user_id', 'payload'])
    .executeTakeFirst();
  return row && { owner: row.owner_user_id, payload: JSON.parse(row.payload) };
}

/** Reads a token without using it up. */
export async function readToken(db: Db, hash: string, nowSeconds: number): Promise<TakenToken | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['owner_user_id', 'payload'])
    .where('hash', '=', hash)
    .where('expires_at', '>', nowSeconds)
    .executeTakeFirst();
  return row && { owner: row.owner_user_id, payload: JSON.parse(row.payload) };
}

/**
 * Counts an attempt before the code is compared, so that a hundred at once are not a hundred guesses. Attempts with
 * another binding are not counted: they cannot succeed, and a stranger could use up the attempts of others.
 * @returns hashes of the codes that may still be tried
 */
export async function countAttempt(db: Db, holder: Holder, nowSeconds: number): Promise<string[]> {
  const rows = await db
    .updateTable('one_time_tokens')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where((eb) => isOwned(eb, holder))
    .where('bound_hash', '=', holder.bound_hash)
    .where('expires_at', '>', nowSeconds)
    .where('attempts', '<', MAX_ATTEMPTS)
    .returning('hash')
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Takes the count of an attempt back. */
export async function uncountAttempt(db: Db, hash: string): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('hash', '=', hash)
    .where('attempts', '>', 0)
    .execute();
}

/** Removes the tokens of an owner and purpose but the newest. */
export async function dropOlderTokens(db: Db, holder: Holder, maxOpen: number): Promise<void> {
  let older = db
    .selectFrom('one_time_tokens')
    .select('hash')
    .where((eb) => isOwned(eb, holder))
    .orderBy('created_time', 'desc')
    .orderBy('hash')
    .limit(ROWS_PER_CLEAN_UP)
    .offset(maxOpen);
  if (holder.owner_user_id === null) older = older.where('bound_hash', '=', holder.bound_hash);
  await db.deleteFrom('one_time_tokens').where('hash', 'in', freeForChange(db, older)).execute();
}

/** Removes the codes of a holder, and makes others wait who issue one to the same holder. */
export async function dropOpenCodes(trx: Transaction<Tables>, holder: Holder): Promise<void> {
  const { purpose, owner_user_id, bound_hash } = holder;
  await lockName(trx, `code ${purpose} ${owner_user_id ?? bound_hash}`);
  let open = trx.deleteFrom('one_time_tokens').where((eb) => isOwned(eb, holder));
  if (owner_user_id === null) open = open.where('bound_hash', '=', bound_hash);
  await open.execute();
}

/** Removes one batch of expired tokens. @returns how many they were */
export async function dropExpiredTokens(db: Db, nowSeconds: number): Promise<number> {
  const expired = db
    .selectFrom('one_time_tokens')
    .select('hash')
    .where('expires_at', '<=', nowSeconds)
    .limit(ROWS_PER_CLEAN_UP);
  const { numDeletedRows } = await db
    .deleteFrom('one_time_tokens')
    .where('hash', 'in', freeForChange(db, expired))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Removes what was sent to an account before it changed, such as links that set a password. */
export async function dropTokensOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('owner_user_id', '=', userId).execute();
}

const isOwned = (
  eb: ExpressionBuilder<Tables, 'one_time_tokens'>,
  { purpose, owner_user_id }: Pick<Holder, 'purpose' | 'owner_user_id'>,
) =>
  eb.and([
    eb('purpose', '=', purpose),
    owner_user_id === null ? eb('owner_user_id', 'is', null) : eb('owner_user_id', '=', owner_user_id),
  ]);
