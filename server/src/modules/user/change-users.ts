import type { BatchResult, userBatch } from '@turnpike/contract';
import type { z } from 'zod';
import type { SignedIn } from '../../http/contract-routes.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { fieldError, toGatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { changeAccount } from './change-account.ts';
import { actOnUser } from './manage-user.ts';
import type { SignIns } from './sign-ins.ts';
import { changeQuota } from './user-quota.ts';
import { getUser, updateUser } from './user-repository.ts';
import { assertMayActOn } from './user-rules.ts';

type Deps = ModuleDeps & { signIns: SignIns };
type Batch = Omit<z.output<typeof userBatch>, 'ids'>;
type Facts = Pick<RequestFacts, 'requestId' | 'ip'>;
type Change = (id: number) => Promise<unknown>;

/**
 * Applies one action to many accounts independently. An account that is gone or not permitted does not affect the others.
 * @throws user_group.not_found or request.invalid naming a missing field, before anything is changed
 */
export async function changeUsers(
  deps: Deps,
  caller: SignedIn,
  { ids, ...batch }: z.output<typeof userBatch> & Facts,
): Promise<BatchResult> {
  const change = await changeOf(deps, caller, batch);
  const result: BatchResult = { done: [], failed: [] };
  for (const id of new Set(ids)) {
    try {
      await change(id);
      result.done.push(id);
    } catch (error) {
      const { code, entry, cause } = toGatewayError(error);
      if (entry.status >= 500) deps.log.error({ err: cause, userId: id }, 'an account could not be changed');
      result.failed.push({ id, code });
    }
  }
  return result;
}

async function changeOf(deps: Deps, caller: SignedIn, batch: Batch & Facts): Promise<Change> {
  const { action, group, quota, remark = '', request_key: requestKey, requestId, ip } = batch;
  switch (action) {
    case 'set_group':
      if (group === undefined) throw fieldError('group', 'required');
      await deps.db.transaction().execute((trx) => assertGroupExists(trx, group));
      return (id) => setGroup(deps, caller, { id, group });
    case 'give':
      if (quota === undefined) throw fieldError('quota', 'required');
      return async (userId) => {
        const target = await getUser(deps.db, userId);
        assertMayActOn(caller, target);
        const { username } = target;
        await changeQuota(deps, {
          ...{ caller, userId, username, delta: quota, remark, requestKey, requestId, ip },
        });
      };
    case 'sign_out':
      return (id) => signOut(deps, caller, id);
    default:
      return (id) => actOnUser(deps, caller, { id, action });
  }
}

async function setGroup(
  { db, changes }: Deps,
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

async function signOut({ db, changes, signIns }: Deps, signedIn: SignedIn, id: number): Promise<void> {
  await changeAccount(db, { caller: signedIn, id }, async ({ trx, caller, target }) => {
    assertMayActOn(caller, target);
    await signIns.endAll(trx, id);
  });
  changes.userChanged(id);
}
