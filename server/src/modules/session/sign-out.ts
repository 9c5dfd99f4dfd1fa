import type { Db } from '../../db/store.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { ownSessionHash } from './session.ts';
import { deleteSession } from './session-repository.ts';

/** Ends the session of a call, and its cookie. */
export async function signOut(db: Db, facts: RequestFacts): Promise<void> {
  await deleteSession(db, ownSessionHash(facts));
  facts.sessionCookie.forget();
}
