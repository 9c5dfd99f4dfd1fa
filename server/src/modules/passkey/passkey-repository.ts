import { randomBytes } from 'node:crypto';
import { MAX_PASSKEYS, type PasskeyView } from '@turnpike/contract';
import type { Selectable, Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { PasskeyTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { lockUser } from '../user/user-repository.ts';

const shownColumns = ['id', 'name', 'is_synced', 'created_time', 'last_used_time'] as const;
type ShownRow = Pick<Selectable<PasskeyTable>, (typeof shownColumns)[number]>;

const toView = ({ is_synced, ...row }: ShownRow): PasskeyView => ({ ...row, is_synced: is_synced === 1 });

export type NewPasskey = Omit<Selectable<PasskeyTable>, 'id' | 'last_used_time'>;

/** Passkeys of an account, the newest first. */
export async function listPasskeys(db: Db, userId: number): Promise<PasskeyView[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_PASSKEYS)
    .execute();
  return rows.map(toView);
}

export async function hasPasskey(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Credentials of an account, which a device must not register again. */
export async function credentialsOf(db: Db, userId: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('passkeys')
    .select('credential_id as id')
    .where('user_id', '=', userId)
    .limit(MAX_PASSKEYS)
    .execute();
}

/** A passkey with the account that it opens. */
export function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'passkeys.user_id', 'public_key', 'counter', 'transports', 'credential_id'])
    .where('credential_id', '=', credentialId)
    .where('users.deleted_time', '=', 0)
    .executeTakeFirst();
}

/** @throws passkey.taken, passkey.too_many */
export async function insertPasskey(trx: Transaction<Tables>, passkey: NewPasskey): Promise<PasskeyView> {
  await lockUser(trx, passkey.user_id);
  const { count } = await trx
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', passkey.user_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_PASSKEYS) throw new GatewayError('passkey.too_many');
  const row = await trx
    .insertInto('passkeys')
    .values({ ...passkey, last_used_time: 0 })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shownColumns)
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('passkey.taken');
  return toView(row);
}

/**
 * Notes a use. A counter that does not grow names a copied device; one that stays 0 is that of a synced passkey.
 * @returns whether the passkey still exists and its counter is a later one
 */
export async function notePasskeyUse(
  db: Db,
  { id, userId, counter, nowSeconds }: { id: number; userId: number; counter: number; nowSeconds: number },
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, last_used_time: nowSeconds })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws passkey.not_found also for passkeys of other accounts */
export async function deletePasskey(trx: Transaction<Tables>, userId: number, id: number): Promise<void> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('passkey.not_found');
}

export async function deletePasskeysOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** The random id that authenticators know an account by; made with its first passkey. */
export async function passkeyHandle(db: Db, userId: number): Promise<Uint8Array<ArrayBuffer>> {
  await db
    .updateTable('users')
    .set({ passkey_handle: randomBytes(32).toString('base64url') })
    .where('id', '=', userId)
    .where('passkey_handle', '=', '')
    .execute();
  const { passkey_handle } = await db
    .selectFrom('users')
    .select('passkey_handle')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return Uint8Array.from(Buffer.from(passkey_handle, 'base64url'));
}
