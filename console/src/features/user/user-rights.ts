import { role, type UserView } from '@turnpike/contract';
import { useSelf } from '../../api/self.ts';

/** Rights of the signed-in administrator over an account; the server applies the same rules. */
export interface UserRights {
  canChange: boolean;
  /** Also of the status; nobody ends the own account. */
  canDisable: boolean;
  canDelete: boolean;
  canPromote: boolean;
  canDemote: boolean;
}

type Account = Pick<UserView, 'id' | 'role'>;

export function rightsOver(caller: Account, target: Account): UserRights {
  const isRoot = caller.role === role.root;
  const isAbove = caller.role > target.role;
  return {
    canChange: isRoot || isAbove,
    canDisable: isAbove,
    canDelete: isAbove,
    canPromote: isRoot && target.role === role.common,
    canDemote: isRoot && target.role === role.admin,
  };
}

const nobody: Account = { id: 0, role: role.common };

export function useRights(): (target: Account) => UserRights {
  const self = useSelf();
  return (target) => rightsOver(self ?? nobody, target);
}
