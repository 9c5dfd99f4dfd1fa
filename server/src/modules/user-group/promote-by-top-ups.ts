import { sql, type Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Tables } from '../../db/tables.ts';
import { promotedGroup } from './promotion-rules.ts';
import { assertGroupExists } from './user-group-repository.ts';

/**
 * Moves an account into the group that its payments and redeemed codes have earned. It counts those of the ledger, so
 * it may run again. Its transaction follows the one that books a top-up, so that nothing waits with the shared counter-accounts
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
  const { points } = await trx
    .selectFrom('ledger')
    .select(sql<number>`coalesce(sum(cast(delta as double precision)), 0)`.as('points'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`kind in ('top_up', 'redemption')`)
    .executeTakeFirstOrThrow();
  return points;
}
