import type { BatchResult, userBatch } from '@turnpike/contract';
import type { z } from 'zod';
import type { SignedIn } from '../../http/contract-routes.ts';
import { fieldError, toGatewayError } from '../../platform/gateway-error.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { actOnUser } from './manage-user.ts';
import { getUser, updateUser } from './user-repository.ts';
import { assertMayActOn } from './user-rules.ts';

/**
 * Does one thing to many accounts, each for itself: one that is gone or out of reach keeps no other back.
 * @throws user_group.not_found or request.invalid naming the field `group`, before anything is changed
 */
export async function changeUsers(
  needs: ModuleNeeds,
  caller: SignedIn,
  { ids, action, group }: z.output<typeof userBatch>,
): Promise<BatchResult> {
  if (action === 'set_group') {
    if (group === undefined) throw fieldError('group', 'required');
    await assertGroupExists(needs.db, group);
  }
  const result: BatchResult = { done: [], failed: [] };
  for (const id of new Set(ids)) {
    try {
      if (action === 'set_group' && group !== undefined) await setGroup(needs, caller, { id, group });
      else if (action !== 'set_group') await actOnUser(needs, caller, await getUser(needs.db, id), action);
      result.done.push(id);
    } catch (error) {
      const { code, entry, cause } = toGatewayError(error);
      if (entry.status >= 500) needs.log.error({ err: cause, userId: id }, 'an account could not be changed');
      result.failed.push({ id, code });
    }
  }
  return result;
}

async function setGroup(
  { db, changes }: ModuleNeeds,
  caller: SignedIn,
  { id, group }: { id: number; group: string },
): Promise<void> {
  assertMayActOn(caller, await getUser(db, id));
  await updateUser(db, id, { group });
  changes.userChanged(id);
}
