import { logType, type UserView, userStatus } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { hashPassword } from '../../platform/secrets/password-hash.ts';
import type { UseProof } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { getUser, insertUser } from './user-repository.ts';

export interface UserDraft {
  username: string;
  password: string;
  display_name: string;
  role: number;
  group: string;
  email: string;
  /** Points; undefined gives what the site gives to new accounts. */
  quota: number | undefined;
}

/** Makes an account. Its first points enter the ledger as a gift of the administrator. */
export async function createUser(
  { db, clock, options }: ModuleDeps,
  { password, ...draft }: UserDraft,
  {
    by,
    useProof,
    requestId,
    ip,
  }: { by: SignedIn; useProof: UseProof | undefined; requestId: string; ip: string },
): Promise<UserView> {
  const password_hash = await hashPassword(password);
  const quota = draft.quota ?? options.number('QuotaForNewUser');
  const created_time = clock.nowSeconds();
  const id = await db.transaction().execute(async (trx) => {
    await assertGroupExists(trx, draft.group);
    const user = {
      ...draft,
      email: draft.email.toLowerCase(),
      password_hash,
      status: userStatus.enabled,
      quota,
      created_time,
    };
    const log = { request_id: requestId, username: draft.username, type: logType.system, source_ip: ip };
    const reference = String(by.id);
    await useProof?.(trx);
    return insertUser(trx, user, { kind: 'gift', reference_type: 'administrator', reference, log });
  });
  return getUser(db, id);
}
