import { logType, type UserView, userStatus } from '@turnpike/contract';
import { insertLogNote } from '../log/log-note.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { hashPassword } from '../session/password.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { getUser, insertUser } from './user-repository.ts';

export interface UserDraft {
  username: string;
  password: string;
  display_name: string;
  role: number;
  group: string;
  email: string;
}

/** Makes an account with the points that the site gives to new ones. */
export async function createUser(
  { db, clock, options }: ModuleNeeds,
  { password, ...draft }: UserDraft,
  { requestId, ip }: { requestId: string; ip: string },
): Promise<UserView> {
  const password_hash = await hashPassword(password);
  const quota = options.number('QuotaForNewUser');
  const created_time = clock.nowSeconds();
  const id = await db.transaction().execute(async (trx) => {
    await assertGroupExists(trx, draft.group);
    const made = await insertUser(trx, {
      ...draft,
      email: draft.email.toLowerCase(),
      password_hash,
      status: userStatus.enabled,
      quota,
      created_time,
    });
    if (quota > 0) {
      await insertLogNote(trx, {
        request_id: requestId,
        user_id: made,
        username: draft.username,
        created_at: created_time,
        type: logType.system,
        quota,
        content: '',
        source_ip: ip,
        balance: { before: 0, after: quota },
      });
    }
    return made;
  });
  return getUser(db, id);
}
