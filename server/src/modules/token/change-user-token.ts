import {
  budgetInput,
  formatGatewayNote,
  type KeyChange,
  logType,
  type TokenView,
  type UserTokenView,
  type UserView,
  type userTokenChange,
} from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { insertLogNote } from '../../db/log-note.ts';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { changeAccount } from '../user/change-account.ts';
import { getUser } from '../user/user-repository.ts';
import { assertMayActOn } from '../user/user-rules.ts';
import { changeToken, type TokenChange } from './change-token.ts';
import { getOwnerId, getToken } from './token-repository.ts';
import { withOwners } from './user-token-list.ts';

type UserTokenChange = z.output<typeof userTokenChange>;

/**
 * Changes a key of an account that the caller may change, or an own one, and notes it in the owner's log.
 * @throws token.not_found; user.role_too_high; request.invalid for another owner; what `changeToken` and
 *   `changeAccount` throw
 */
export async function changeUserToken(
  deps: ModuleDeps,
  caller: SignedIn,
  { user_id, ...input }: UserTokenChange,
  { knownStates, requestId, ip }: Pick<RequestFacts, 'knownStates' | 'requestId' | 'ip'>,
): Promise<UserTokenView> {
  const { db, clock } = deps;
  const owner = await getUser(db, await getOwnerId(db, input.id));
  assertMayChangeKeysOf(caller, owner);
  if (user_id !== undefined && user_id !== owner.id) throw fieldError('user_id', 'invalid_value');
  const changes = changesOf(await getToken(deps, owner.id, input.id), input);
  const note = async (trx: Transaction<Tables>) => {
    if (changes.length === 0) return;
    await insertLogNote(trx, {
      ...{ request_id: requestId, user_id: owner.id, username: owner.username, source_ip: ip },
      ...{ created_at: clock.nowSeconds(), type: logType.manage, quota: 0 },
      content: formatGatewayNote({ about: 'keyChanged', actorId: caller.id, tokenId: input.id, changes }),
    });
  };
  const changed = await changeToken(deps, owner, input, {
    knownStates,
    note,
    transact: (write) =>
      changeAccount(db, { caller, id: owner.id }, async ({ trx, caller: present, target }) => {
        assertMayChangeKeysOf(present, target);
        return write(trx);
      }),
  });
  const [view] = await withOwners(db, [changed]);
  return view as UserTokenView;
}

/** @throws user.role_too_high */
function assertMayChangeKeysOf(caller: SignedIn, owner: Pick<UserView, 'id' | 'role'>): void {
  if (owner.id !== caller.id) assertMayActOn(caller, owner);
}

/** Members that differ from what is stored; numbers and switches with their new value. */
function changesOf(token: TokenView, { id: _, used_quota: __, ...given }: TokenChange): KeyChange[] {
  const budgets = token.budgets.map((budget) => budgetInput.parse(budget));
  const stored = { ...token, budgets };
  return Object.entries(given).flatMap(([member, value]) => {
    if (value === undefined || isSame(value, stored[member as keyof TokenView])) return [];
    const isPlain = typeof value === 'number' || typeof value === 'boolean';
    return [isPlain ? { member, value: Number(value) } : { member }];
  });
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
