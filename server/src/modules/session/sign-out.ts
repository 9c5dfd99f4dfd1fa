import type { Db } from '../../db/store.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { deleteSession } from './session-repository.ts';

/** Ends the session of a call, and its cookie. */
export async function signOut(db: Db, facts: RequestFacts): Promise<void> {
  await deleteSession(db, ownSessionHash(facts));
  facts.sessionCookie.forget();
}
