import { type Language, logType, role, userStatus } from '@turnpike/contract';
import { linkIdentity, type ProviderClaims } from '../identity/identity-repository.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { insertUser, type NewUser } from '../user/user-repository.ts';

export interface NewAccount {
  username: string;
  displayName: string;
  /** Proved to be the person's own; empty otherwise. */
  email: string;
  /** Empty for an account that is opened by another way of signing in. */
  passwordHash: string;
  language: Language | undefined;
  /** Invitation code as the person gave it, empty for none. */
  invitation: string;
  /** The way of signing in that the account begins with, unless it is a password. */
  identity?: ProviderClaims;
}

/** The group of accounts that people open themselves. */
const FIRST_GROUP = 'default';

/**
 * Opens an account for a person who has registered, with the points that the site gives to new ones.
 * @returns number of the account
 * @throws user.name_taken naming the field; identity.taken
 */
export async function openAccount(
  { db, clock, options }: Pick<ModuleDeps, 'db' | 'clock' | 'options'>,
  { username, displayName, email, passwordHash, language, identity }: NewAccount,
  { requestId, ip }: { requestId: string; ip: string },
): Promise<number> {
  const nowSeconds = clock.nowSeconds();
  const quota = options.number('QuotaForNewUser');
  return db.transaction().execute(async (trx) => {
    const user: NewUser = {
      ...{
        username,
        display_name: displayName,
        email,
        password_hash: passwordHash,
        language: language ?? '',
      },
      ...{
        role: role.common,
        status: userStatus.enabled,
        group: FIRST_GROUP,
        quota,
        created_time: nowSeconds,
      },
    };
    const log = { request_id: requestId, username, type: logType.system, source_ip: ip };
    const id = await insertUser(trx, user, { kind: 'gift', reference_type: 'start', reference: '', log });
    if (identity !== undefined) await linkIdentity(trx, id, { claims: identity, nowSeconds });
    return id;
  });
}
