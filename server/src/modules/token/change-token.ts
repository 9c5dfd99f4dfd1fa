import { type TokenView, type tokenChange, tokenStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Tables } from '../../db/tables.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { givenMembers } from '../../platform/given-members.ts';
import { replaceBudgets } from '../budget/budget-repository.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { assertGroupIsOpen } from '../user-group/user-group-repository.ts';
import { assertSparesAreOpen, sparesAfter } from './spare-groups.ts';
import { getToken, lockToken, type TokenRowChange, updateToken } from './token-repository.ts';
import { assertCanBeEnabled } from './token-rules.ts';

export type TokenChange = z.output<typeof tokenChange>;

interface ChangeWay {
  knownStates?: KnownStates | undefined;
  /** Runs a part of the change in a transaction, with the checks that it needs; without it, in a plain one. */
  transact?: <Result>(part: (trx: Transaction<Tables>) => Promise<Result>) => Promise<Result>;
  /** Added to the transaction that writes. */
  note?: (trx: Transaction<Tables>) => Promise<void>;
}

/**
 * Changes a token of an account; absent members stay as they are.
 * @throws token.not_found; request.changed_meanwhile; the group's errors; token.still_expired or token.still_exhausted;
 *   what `transact` throws
 */
export async function changeToken(
  deps: ModuleDeps,
  owner: { id: number; group: string },
  input: TokenChange,
  way: ChangeWay = {},
): Promise<TokenView> {
  const { db, clock, quotaBook, changes } = deps;
  const { transact = (part) => db.transaction().execute(part) } = way;
  const token = await getToken(deps, owner.id, input.id);
  if (input.status === tokenStatus.enabled)
    assertCanBeEnabled({ ...token, ...givenMembers(input) }, clock.nowSeconds());

  const change = toRowChange(input);
  const assertAllowed = async (trx: Transaction<Tables>): Promise<TokenRowChange> => {
    const before = await lockToken(trx, token.id);
    assertKnownState(way.knownStates, before.state);
    if (input.group && input.group !== before.group) await assertGroupIsOpen(trx, input.group, owner.group);
    const spares = sparesAfter(before.spareGroups, input);
    await assertSparesAreOpen(trx, spares, {
      before: before.spareGroups,
      ownSymbol: owner.group,
      given: input,
    });
    return spares === before.spareGroups ? change : { ...change, spare_groups: JSON.stringify(spares) };
  };
  const write = (remainDifference = 0) =>
    transact(async (trx) => {
      await updateToken(trx, token.id, { change: await assertAllowed(trx), remainDifference });
      if (input.budgets !== undefined)
        await replaceBudgets(
          trx,
          { owner_type: 'token', owner_id: token.id },
          { budgets: input.budgets, nowSeconds: clock.nowSeconds() },
        );
      await way.note?.(trx);
    });
  if (input.remain_quota === undefined) await write();
  else {
    // The book is lower while a change is written, and calls that end then take less: no refused one gets there.
    await transact(assertAllowed);
    // The book knows charges that are still on their way to the database; it says by how much to change.
    await quotaBook.changeRemainder(token.id, (left) => remainderOf(input, token, left), write);
  }
  changes.tokenChanged(token.id);
  return getToken(deps, owner.id, token.id);
}

/** The remaining quota, less the points spent since the caller read the token. */
function remainderOf(
  { remain_quota = 0, used_quota }: TokenChange,
  token: Pick<TokenView, 'remain_quota' | 'used_quota'>,
  left: number,
): number {
  const used = token.remain_quota + token.used_quota - left;
  const usedSince = used_quota === undefined ? 0 : Math.max(0, used - used_quota);
  return Math.max(0, remain_quota - usedSince);
}

function toRowChange({
  id: _,
  remain_quota: __,
  used_quota: ___,
  budgets: ____,
  backup_group: _____,
  spare_groups: ______,
  ...given
}: TokenChange): TokenRowChange {
  const { unlimited_quota, setting, allowed_addresses, allowed_models } = given;
  return givenMembers({
    ...given,
    unlimited_quota: unlimited_quota === undefined ? undefined : unlimited_quota ? 1 : 0,
    setting: setting && JSON.stringify(setting),
    allowed_addresses: allowed_addresses && JSON.stringify(allowed_addresses),
    allowed_models: allowed_models && JSON.stringify(allowed_models),
  });
}
