import { role, type UserView, userStatus } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { deleteSessionsOf } from '../session/session-repository.ts';
import { deleteUser, getUser, getUserByName, updateUser } from './user-repository.ts';
import { assertMayActOn, assertMayDelete, isRoot } from './user-rules.ts';

export type UserAction = 'enable' | 'disable' | 'delete' | 'promote' | 'demote';

/**
 * Does one of the family's named actions.
 * @throws user.not_found; what `actOnUser` throws
 */
export async function manageUser(
  needs: ModuleNeeds,
  caller: SignedIn,
  { username, action }: { username: string; action: UserAction },
): Promise<Pick<UserView, 'role' | 'status'>> {
  return actOnUser(needs, caller, await getUserByName(needs.db, username), action);
}

/** @throws user.role_too_high for root as the target and where the caller may not; user.already */
export async function actOnUser(
  { db, clock, changes }: ModuleNeeds,
  caller: SignedIn,
  target: UserView,
  action: UserAction,
): Promise<Pick<UserView, 'role' | 'status'>> {
  assertMayActOn(caller, target);
  if (isRoot(target) && action !== 'enable') throw new GatewayError('user.role_too_high');
  const changesRole = action === 'promote' || action === 'demote';
  if (changesRole && caller.role !== role.root) throw new GatewayError('user.role_too_high');
  if (action === 'delete') {
    assertMayDelete(caller, target);
    await deleteUser(db, target.id, clock.nowSeconds());
  } else {
    await updateUser(db, target.id, changeOf(action, target));
    if (action === 'disable') await deleteSessionsOf(db, target.id);
  }
  changes.userChanged(target.id);
  const { role: nowRole, status } = action === 'delete' ? target : await getUser(db, target.id);
  return { role: nowRole, status };
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
