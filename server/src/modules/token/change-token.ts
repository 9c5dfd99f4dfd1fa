import { type TokenView, type tokenChange, tokenStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { givenMembers } from '../../platform/given-members.ts';
import { replaceBudgets } from '../budget/budget-repository.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { assertGroupIsOpen } from '../user-group/user-group-repository.ts';
import { assertSparesAreOpen, sparesAfter } from './spare-groups.ts';
import { getToken, lockToken, type TokenRowChange, updateToken } from './token-repository.ts';
import { assertCanBeEnabled } from './token-rules.ts';

type TokenChange = z.output<typeof tokenChange>;

/**
 * Changes an own token; absent members stay as they are.
 * @throws token.not_found; request.changed_meanwhile; the group's errors; token.still_expired or token.still_exhausted
 */
export async function changeToken(
  deps: ModuleDeps,
  user: SignedIn,
  input: TokenChange,
  knownStates?: KnownStates,
): Promise<TokenView> {
  const { db, clock, quotaBook, changes } = deps;
  const token = await getToken(deps, user.id, input.id);
  if (input.status === tokenStatus.enabled)
    assertCanBeEnabled({ ...token, ...givenMembers(input) }, clock.nowSeconds());

  const change = toRowChange(input);
  const assertAllowed = async (trx: Transaction<Tables>): Promise<TokenRowChange> => {
    const before = await lockToken(trx, token.id);
    assertKnownState(knownStates, before.state);
    if (input.group && input.group !== before.group) await assertGroupIsOpen(trx, input.group, user.group);
    const spares = sparesAfter(before.spareGroups, input);
    await assertSparesAreOpen(trx, spares, {
      before: before.spareGroups,
      ownSymbol: user.group,
      given: input,
    });
    return spares === before.spareGroups ? change : { ...change, spare_groups: JSON.stringify(spares) };
  };
  const write = (remainDifference = 0) =>
    db.transaction().execute(async (trx) => {
      await updateToken(trx, token.id, { change: await assertAllowed(trx), remainDifference });
      if (input.budgets !== undefined)
        await replaceBudgets(
          trx,
          { owner_type: 'token', owner_id: token.id },
          { budgets: input.budgets, nowSeconds: clock.nowSeconds() },
        );
    });
  if (input.remain_quota === undefined) await write();
  else {
    // The book is lower while a change is written, and calls that end then take less: no refused one gets there.
    await db.transaction().execute(assertAllowed);
    // The book knows charges that are still on their way to the database; it says by how much to change.
    await quotaBook.changeRemainder(token.id, (left) => remainderOf(input, token, left), write);
  }
  changes.tokenChanged(token.id);
  return getToken(deps, user.id, token.id);
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
