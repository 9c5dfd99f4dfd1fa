import { accountOfKind } from '@turnpike/contract/catalogues/ledger-kinds';
import { sql, type Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Tables } from '../../db/tables.ts';
import { isNoConsumption } from '../statement/statement-filter.ts';
import { promotedGroup } from './promotion-rules.ts';
import { assertGroupExists } from './user-group-repository.ts';

/**
 * Moves an account into the group that its payments and redeemed codes have earned, without payments that were paid
 * back or disputed. It counts those of the ledger, so it may run again. Its transaction follows the one that books a top-up, so that nothing waits with the shared counter-accounts
 * locked. After the transaction, `changes.userChanged` makes calls use the group.
 * @returns symbol of the new group; undefined if there is none, or no such account
 */
export async function promoteByTopUps(trx: Transaction<Tables>, userId: number): Promise<string | undefined> {
  const rows = trx.selectFrom('users').select(['group', 'group_chosen']).where('id', '=', userId);
  const user = await forChange(trx, rows.where('deleted_time', '=', 0)).executeTakeFirst();
  if (user === undefined) return undefined;
  const groups = await trx
    .selectFrom('user_groups')
    .select(['symbol', 'promotion_points', 'enable'])
    .where('promotion_points', '>', 0)
    .orderBy('id')
    .execute();
  const isChosen = user.group_chosen === 1;
  const toppedUpPoints = await sumTopUps(trx, userId);
  const symbol = promotedGroup({ group: user.group, isChosen, toppedUpPoints }, groups);
  if (symbol === undefined) return undefined;
  await assertGroupExists(trx, symbol);
  await trx.updateTable('users').set({ group: symbol }).where('id', '=', userId).execute();
  return symbol;
}

async function sumTopUps(trx: Transaction<Tables>, userId: number): Promise<number> {
  const sum = () =>
    trx
      .selectFrom('ledger')
      .select(sql<number>`coalesce(sum(cast(delta as double precision)), 0)`.as('points'))
      .where('user_id', '=', userId);
  const added = await sum().where(sql<boolean>`kind in ('top_up', 'redemption')`).executeTakeFirstOrThrow();
  // Reversals of bonuses have another counter-account.
  const reversed = await sum()
    .where(isNoConsumption)
    .where('kind', '=', 'reversal')
    .where('account', '=', accountOfKind.top_up)
    .executeTakeFirstOrThrow();
  return added.points + reversed.points;
}
