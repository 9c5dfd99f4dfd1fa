import type { Transaction } from 'kysely';
import { lockName } from '../../db/row-locks.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

/** @throws user.name_taken; an account that was deleted holds no name */
export async function assertNameIsFree(
  trx: Transaction<Tables>,
  username: string,
  ownId: number,
): Promise<void> {
  await lockName(trx, `username ${username.toLowerCase()}`);
  const taken = await trx
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', username.toLowerCase())
    .where('id', '!=', ownId)
    .executeTakeFirst();
  if (taken !== undefined) throw nameTaken('username');
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
