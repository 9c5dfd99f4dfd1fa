import { userStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { lockName } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

/**
 * The form that user names are compared in: names that differ by case or by the form of a letter, such as full-width
 * ones, are the same.
 */
export const usernameKey = (username: string): string => {
  const letters = username.normalize('NFKC').toLowerCase();
  return letters.toUpperCase().toLowerCase().normalize('NFKC');
};

/** @throws user.name_taken; an account that was deleted holds no name */
export async function assertNameIsFree(
  trx: Transaction<Tables>,
  username: string,
  ownId: number,
): Promise<void> {
  const key = usernameKey(username);
  await lockName(trx, `username ${key}`);
  const taken = await trx
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', key)
    .where('id', '!=', ownId)
    .executeTakeFirst();
  if (taken !== undefined) throw nameTaken('username');
}

/** Whether an account has an address, in lower case. */
export async function hasEmail(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_time', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The enabled account that an address names, for a mail to it; an address that two accounts have names none. */
export async function findMailedAccount(db: Db, email: string) {
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'language'])
    .where('email', '=', email)
    .where('status', '=', userStatus.enabled)
    .where('deleted_time', '=', 0)
    .limit(2)
    .execute();
  return accounts.length === 1 ? accounts[0] : undefined;
}

/** @throws user.name_taken */
export async function assertEmailIsFree(
  trx: Transaction<Tables>,
  email: string,
  ownId: number,
): Promise<void> {
  if (email === '') return;
  await lockName(trx, `email ${email}`);
  const taken = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_time', '=', 0)
    .where('id', '!=', ownId)
    .executeTakeFirst();
  if (taken !== undefined) throw nameTaken('email');
}

export const nameTaken = (field: string) =>
  new GatewayError('user.name_taken', {}, { fields: [{ field, code: 'user.name_taken' }] });
