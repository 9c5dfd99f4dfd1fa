import { type Language, userStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** The account that a Telegram account is linked to. */
export interface LinkedAccount {
  id: number;
  username: string;
  quota: number;
  used_quota: number;
  aff_code: string;
  aff_count: number;
  language: Language | '';
}

/** A disabled account is as good as not linked. */
export function findLinkedAccount(db: Db, telegramId: number): Promise<LinkedAccount | undefined> {
  return db
    .selectFrom('telegram_links')
    .innerJoin('users', 'users.id', 'telegram_links.user_id')
    .select([
      ...(['users.id', 'username', 'quota', 'used_quota'] as const),
      ...(['aff_code', 'aff_count', 'language'] as const),
    ])
    .where('telegram_id', '=', telegramId)
    .where('users.status', '=', userStatus.enabled)
    .where('users.deleted_time', '=', 0)
    .executeTakeFirst();
}

/** @returns 0 without a link */
export async function findLinkTime(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('telegram_links')
    .select('created_time')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.created_time ?? 0;
}

/** Replaces the link of an account. @returns false where the Telegram account belongs to another one */
export async function insertLink(
  trx: Transaction<Tables>,
  row: { user_id: number; telegram_id: number; created_time: number },
): Promise<boolean> {
  await deleteLink(trx, row.user_id);
  const made = await trx
    .insertInto('telegram_links')
    .values(row)
    .onConflict((conflict) => conflict.column('telegram_id').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** @returns whether there was one */
export async function deleteLink(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('telegram_links')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
