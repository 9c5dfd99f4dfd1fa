import { userStatus } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { SessionTable } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';

/** Who a session stands for: role, group and status as they are now, not as they were at the sign-in. */
export function findSessionUser(db: Db, idHash: string, nowSeconds: number): Promise<SignedIn | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role', 'users.group'])
    .where('sessions.id_hash', '=', idHash)
    .where('sessions.expires_time', '>', nowSeconds)
    .where('users.status', '=', userStatus.enabled)
    .where('users.deleted_time', '=', 0)
    .executeTakeFirst();
}

/** Keeps a new session; those that have expired meanwhile are removed on the way. */
export async function insertSession(db: Db, session: SessionTable): Promise<void> {
  await db.deleteFrom('sessions').where('expires_time', '<=', session.created_time).execute();
  await db.insertInto('sessions').values(session).execute();
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

/** Signs an account out everywhere, except where it is acting now. */
export async function deleteSessionsOf(db: Db, userId: number, { except = '' } = {}): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id_hash', '!=', except).execute();
}
