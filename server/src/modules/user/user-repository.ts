import { type Language, type StoredUserView, type UserView, userStatus } from '@turnpike/contract';
import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import { type Posting, post } from '../../db/ledger.ts';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { UserTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { newInvitationCode } from '../../platform/secrets/random-ids.ts';
import { shownPicture } from '../picture/picture-repository.ts';
import { deleteLink } from '../telegram/telegram-link-repository.ts';
import { DEFAULT_GROUP } from '../user-group/user-group-rules.ts';
import { assertEmailIsFree, assertNameIsFree, nameTaken, usernameKey } from './user-names.ts';

const shownColumns = [
  'id',
  'username',
  'display_name',
  'role',
  'status',
  'email',
  'avatar_url',
  'quota',
  'used_quota',
  'request_count',
  'group',
  'aff_count',
  'aff_quota',
  'last_login_time',
  'created_time',
  'requests_per_minute',
  'tokens_per_minute',
  'parallel_calls',
] as const;

type ShownRow = Pick<Selectable<UserTable>, (typeof shownColumns)[number]> & { picture_hash: string | null };

export const toView = ({ picture_hash, ...row }: ShownRow): UserView => {
  const { username, display_name, role, status, email, avatar_url, group } = row;
  // The state is that of what is stored: the form changes that.
  const limits = [row.requests_per_minute, row.tokens_per_minute, row.parallel_calls];
  const etag = etagOf([username, display_name, role, status, email, avatar_url, group, ...limits]);
  return { ...row, avatar_url: shownPicture(avatar_url, picture_hash), etag } as UserView;
};

/** The accounts that are there, each with the hash of the picture that is kept of its `avatar_url`. */
export const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .where('deleted_time', '=', 0)
    .select(shownColumns)
    .select(({ selectFrom }) =>
      selectFrom('pictures')
        .select('hash')
        .whereRef('pictures.address', '=', 'users.avatar_url')
        .as('picture_hash'),
    );

/** @throws user.not_found */
async function getRow(db: Db, id: number): Promise<ShownRow> {
  const row = await accounts(db).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new GatewayError('user.not_found');
  return row;
}

/** @throws user.not_found */
export const getUser = async (db: Db, id: number): Promise<UserView> => toView(await getRow(db, id));

/** As `getUser`, for the form that changes the account. @throws user.not_found */
export async function getStoredUser(db: Db, id: number): Promise<StoredUserView> {
  const row = await getRow(db, id);
  return { ...toView(row), avatar_source: row.avatar_url };
}

/**
 * An account that nobody else changes until the transaction ends. Only one in a transaction: the writer of
 * settlements locks many, and two orders could wait for each other.
 * @throws user.not_found
 */
export async function lockUser(trx: Transaction<Tables>, id: number): Promise<UserView> {
  const row = await forChange(trx, accounts(trx).where('id', '=', id)).executeTakeFirst();
  if (row === undefined) throw new GatewayError('user.not_found');
  return toView(row);
}

/** Keeps accounts as they are until the transaction ends. Everybody locks the older one first. */
export async function lockUsers(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await forChange(trx, trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id')).execute();
}

/** @throws user.not_found */
export async function getUserByName(db: Db, username: string): Promise<UserView> {
  const row = await accounts(db).where('username_key', '=', usernameKey(username)).executeTakeFirst();
  if (row === undefined) throw new GatewayError('user.not_found');
  return toView(row);
}

export type NewUser = Pick<
  Insertable<UserTable>,
  | 'username'
  | 'password_hash'
  | 'display_name'
  | 'role'
  | 'status'
  | 'email'
  | 'group'
  | 'quota'
  | 'created_time'
  | 'language'
  | 'inviter_id'
  | 'proved_email'
>;

/** The opening entry of an account. */
type Opening = Pick<Posting, 'kind' | 'reference_type' | 'reference' | 'log'>;

const siteStart: Opening = { kind: 'opening', reference_type: 'start', reference: '' };

/**
 * Makes an account; what it opens with enters the ledger. The last step of its transaction.
 * @returns its number
 * @throws user.name_taken
 */
export async function insertUser(
  trx: Transaction<Tables>,
  { quota, ...user }: NewUser,
  opening = siteStart,
): Promise<number> {
  await assertNameIsFree(trx, user.username, 0);
  await assertEmailIsFree(trx, user.email, 0);
  const row = await trx
    .insertInto('users')
    .values({
      ...user,
      // The group of an administrator or of their invitation code.
      group_chosen: user.group === DEFAULT_GROUP ? 0 : 1,
      quota: 0,
      username_key: usernameKey(user.username),
      avatar_url: '',
      used_quota: 0,
      request_count: 0,
      aff_code: newInvitationCode(),
      aff_count: 0,
      aff_quota: 0,
      last_login_time: 0,
      deleted_time: 0,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw nameTaken('username');
  if (quota > 0) {
    const { created_time: created_at } = user;
    await post(trx, { ...opening, user_id: row.id, delta: quota, actor_id: null, note: '', created_at });
  }
  return row.id;
}

export type UserRowChange = Pick<
  Updateable<UserTable>,
  | 'username'
  | 'password_hash'
  | 'display_name'
  | 'email'
  | 'proved_email'
  | 'avatar_url'
  | 'group'
  | 'role'
  | 'status'
>;

/**
 * Changes an account for its owner or an administrator. Another group is one that an administrator chose. A disabled
 * account loses its Telegram link.
 * @throws user.name_taken
 */
export async function updateUser(trx: Transaction<Tables>, id: number, change: UserRowChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  if (change.username !== undefined) await assertNameIsFree(trx, change.username, id);
  if (change.email !== undefined) await assertEmailIsFree(trx, change.email, id);
  await trx
    .updateTable('users')
    .set({
      ...change,
      ...(change.username !== undefined && { username_key: usernameKey(change.username) }),
      ...(change.group !== undefined && { group_chosen: chosenWith(change.group) }),
    })
    .where('id', '=', id)
    .execute();
  if (change.status === userStatus.disabled) await deleteLink(trx, id);
}

const chosenWith = (group: string) =>
  sql<0 | 1>`case when ${sql.ref('group')} = ${group} then group_chosen else 1 end`;

/** Notes a sign-in, and the language that the account reads now. */
export async function touchSignIn(
  db: Db,
  id: number,
  { nowSeconds, language }: { nowSeconds: number; language: Language | undefined },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_login_time: nowSeconds, ...(language !== undefined && { language }) })
    .where('id', '=', id)
    .execute();
}
