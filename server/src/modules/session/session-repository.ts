import { type SessionView, userStatus } from '@turnpike/contract';
import { sql } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { SessionTable } from '../../db/tables/people-tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { clientNetwork } from '../../platform/net/client-network.ts';
import { rememberNetwork } from './sign-in-networks.ts';
import { isStillProof, type SignInProof } from './sign-in-proof.ts';

/** A use is noted when the last noted one is older: reading calls write nothing most of the time. */
const NOTE_USE_AFTER_SECONDS = 600;

/** The user of a session with the present role, group and status, not those of the sign-in. */
export async function findSessionUser(
  db: Db,
  idHash: string,
  nowSeconds: number,
): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role', 'users.group', 'sessions.last_used_time'])
    .where('sessions.id_hash', '=', idHash)
    .where('sessions.expires_time', '>', nowSeconds)
    .where('users.status', '=', userStatus.enabled)
    .where('users.deleted_time', '=', 0)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { last_used_time, ...user } = row;
  if (nowSeconds - last_used_time >= NOTE_USE_AFTER_SECONDS) {
    await db
      .updateTable('sessions')
      .set({ last_used_time: nowSeconds })
      .where('id_hash', '=', idHash)
      .execute();
  }
  return { ...user, proof: 'session' };
}

/**
 * Keeps a new session; those that have expired meanwhile are removed on the way.
 * @param proof may have become outdated since it was checked
 * @throws session.wrong_credentials for a password, else session.proof_expired
 */
export async function insertSession(db: Db, session: SessionTable, proof: SignInProof): Promise<void> {
  await db.deleteFrom('sessions').where('expires_time', '<=', session.created_time).execute();
  await db.transaction().execute(async (trx) => {
    const account = trx
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('id', '=', session.user_id)
      .where('status', '=', userStatus.enabled)
      .where('deleted_time', '=', 0);
    const found = await forChange(trx, account).executeTakeFirst();
    const nowSeconds = session.created_time;
    if (found === undefined || !(await isStillProof(trx, found, { proof, nowSeconds })))
      throw new GatewayError(
        proof.kind === 'password' ? 'session.wrong_credentials' : 'session.proof_expired',
      );
    await trx.insertInto('sessions').values(session).execute();
    const network = clientNetwork(session.source_ip);
    await rememberNetwork(trx, { userId: session.user_id, network, nowSeconds });
  });
}

/** The beginning of the hash identifies a session to its account. It does not reveal the cookie's value. */
const shortId = sql<string>`substr(id_hash, 1, 16)`;

/** Sessions of an account that have not expired, the one used last first. */
export async function listSessionsOf(
  db: Db,
  userId: number,
  { current, nowSeconds }: { current: string; nowSeconds: number },
): Promise<SessionView[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id_hash', 'user_agent', 'source_ip', 'created_time', 'last_used_time'])
    .select(shortId.as('id'))
    .where('user_id', '=', userId)
    .where('expires_time', '>', nowSeconds)
    .orderBy('last_used_time', 'desc')
    .orderBy('created_time', 'desc')
    .orderBy('id_hash')
    .limit(100)
    .execute();
  return rows.map(({ id_hash, ...row }) => ({ ...row, is_current: id_hash === current }));
}

/** @throws session.not_found also for sessions of other accounts */
export async function endSessionOf(db: Db, userId: number, id: string): Promise<void> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(shortId, '=', id)
    .returning('id_hash')
    .executeTakeFirst();
  if (ended === undefined) throw new GatewayError('session.not_found');
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

/** Signs an account out everywhere, except where it is acting now. */
export async function deleteSessionsOf(db: Db, userId: number, { except = '' } = {}): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id_hash', '!=', except).execute();
}
