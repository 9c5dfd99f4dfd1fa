import { type UserView, userStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { getUser, lockUsers } from './user-repository.ts';

export interface AccountChange {
  trx: Transaction<Tables>;
  /** The caller, with the role of this moment. */
  caller: SignedIn;
  /** The account to change, as it is at this moment. */
  target: UserView;
}

/**
 * Changes an account in one transaction with the check of rights. The account keeps its role until the change is written,
 * so a change that began before a promotion does not take effect after it. So does the caller: of two people who disable
 * each other, one is first.
 * @throws user.not_found; session.not_allowed when the caller was disabled or deleted meanwhile; what `change` throws
 */
export function changeAccount<Result>(
  db: Db,
  { caller, id }: { caller: SignedIn; id: number },
  change: (account: AccountChange) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockUsers(trx, [id, caller.id]);
    const target = await getUser(trx, id);
    const { role, status } = id === caller.id ? target : await getCaller(trx, caller.id);
    if (status !== userStatus.enabled) throw new GatewayError('session.not_allowed');
    return change({ trx, caller: { ...caller, role }, target });
  });
}

async function getCaller(trx: Transaction<Tables>, id: number): Promise<UserView> {
  try {
    return await getUser(trx, id);
  } catch (cause) {
    throw new GatewayError('session.not_allowed', {}, { cause });
  }
}
