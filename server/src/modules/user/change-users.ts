import type { BatchResult, userBatch } from '@turnpike/contract';
import type { z } from 'zod';
import type { SignedIn } from '../../http/contract-routes.ts';
import { fieldError, toGatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { changeAccount } from './change-account.ts';
import { actOnUser } from './manage-user.ts';
import type { SignIns } from './sign-ins.ts';
import { updateUser } from './user-repository.ts';
import { assertMayActOn } from './user-rules.ts';

/**
 * Applies one action to many accounts independently. An account that is gone or not permitted does not affect the others.
 * @throws user_group.not_found or request.invalid naming the field `group`, before anything is changed
 */
export async function changeUsers(
  deps: ModuleDeps & { signIns: SignIns },
  caller: SignedIn,
  { ids, action, group }: z.output<typeof userBatch>,
): Promise<BatchResult> {
  if (action === 'set_group') {
    if (group === undefined) throw fieldError('group', 'required');
    await deps.db.transaction().execute((trx) => assertGroupExists(trx, group));
  }
  const result: BatchResult = { done: [], failed: [] };
  for (const id of new Set(ids)) {
    try {
      if (action === 'set_group' && group !== undefined) await setGroup(deps, caller, { id, group });
      else if (action !== 'set_group') await actOnUser(deps, caller, { id, action });
      result.done.push(id);
    } catch (error) {
      const { code, entry, cause } = toGatewayError(error);
      if (entry.status >= 500) deps.log.error({ err: cause, userId: id }, 'an account could not be changed');
      result.failed.push({ id, code });
    }
  }
  return result;
}

async function setGroup(
  { db, changes }: ModuleDeps,
  signedIn: SignedIn,
  { id, group }: { id: number; group: string },
): Promise<void> {
  await changeAccount(db, { caller: signedIn, id }, async ({ trx, caller, target }) => {
    assertMayActOn(caller, target);
    await assertGroupExists(trx, group);
    await updateUser(trx, id, { group });
  });
  changes.userChanged(id);
}
