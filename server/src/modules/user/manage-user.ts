import { role, type UserView, userStatus } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { UseProof } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { changeAccount } from './change-account.ts';
import { deleteUser } from './delete-user.ts';
import type { SignIns } from './sign-ins.ts';
import { getUser, getUserByName, updateUser } from './user-repository.ts';
import { assertIsAbove, assertMayActOn, isRoot } from './user-rules.ts';

export type UserAction = 'enable' | 'disable' | 'delete' | 'promote' | 'demote';

/**
 * Does one of the named actions. Source: docs/reference/compatibility.md, "Accounts".
 * @throws user.not_found; what `actOnUser` throws
 */
export async function manageUser(
  deps: ModuleDeps & { signIns: SignIns },
  caller: SignedIn,
  { username, ...asked }: { username: string; action: UserAction; useProof: UseProof },
): Promise<Pick<UserView, 'role' | 'status'>> {
  const { id } = await getUserByName(deps.db, username);
  return actOnUser(deps, caller, { id, ...asked });
}

/**
 * A disabled, deleted or demoted account is signed out everywhere.
 * @param useProof asked before a promotion
 * @throws user.not_found; user.role_too_high for root as the target and where the caller may not; user.already;
 *   access_token.not_allowed for a promotion
 */
export async function actOnUser(
  deps: ModuleDeps & { signIns: SignIns },
  signedIn: SignedIn,
  { id, action, useProof }: { id: number; action: UserAction; useProof?: UseProof },
): Promise<Pick<UserView, 'role' | 'status'>> {
  if (action === 'promote') assertInPerson(signedIn);
  const result = await changeAccount(deps.db, { caller: signedIn, id }, async ({ trx, caller, target }) => {
    assertMayActOn(caller, target);
    if (isRoot(target) && action !== 'enable') throw new GatewayError('user.role_too_high');
    const changesRole = action === 'promote' || action === 'demote';
    if (changesRole && caller.role !== role.root) throw new GatewayError('user.role_too_high');
    if (action === 'delete') {
      assertIsAbove(caller, target);
      await deleteUser(deps, trx, id);
      return target;
    }
    await updateUser(trx, id, changeOf(action, target));
    if (action === 'promote') await useProof?.(trx);
    if (action === 'disable' || action === 'demote') await deps.signIns.endAll(trx, id);
    return getUser(trx, id);
  });
  deps.changes.userChanged(id);
  return { role: result.role, status: result.status };
}

function changeOf(
  action: Exclude<UserAction, 'delete'>,
  target: UserView,
): Partial<Pick<UserView, 'role' | 'status'>> {
  switch (action) {
    case 'enable':
      return { status: userStatus.enabled };
    case 'disable':
      return { status: userStatus.disabled };
    case 'promote':
      if (target.role >= role.admin) throw new GatewayError('user.already');
      return { role: role.admin };
    case 'demote':
      if (target.role === role.common) throw new GatewayError('user.already');
      return { role: role.common };
  }
}
