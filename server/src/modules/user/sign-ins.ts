import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { OwnSession } from '../../http/own-session.ts';

/**
 * The sign-in functions that a change of an account needs. The session module provides them, because sessions depend on
 * accounts and accounts do not depend on sessions.
 */
export interface SignIns {
  /**
   * Asks an account that is signed in for its password again.
   * @returns the hash that it was checked with
   * @throws user.wrong_password or session.too_many_attempts
   */
  confirm(userId: number, password: string): Promise<string>;
  /**
   * Ends every way in which somebody is signed in to an account. Belongs into the transaction that changes the account.
   * @param here the session that goes on; undefined ends all
   */
  endAll(trx: Transaction<Tables>, userId: number, here?: OwnSession): Promise<void>;
}
