import type { BudgetInput } from '@turnpike/contract';
import type { Selectable, Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { BudgetTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';

export type BudgetOwner = Pick<Selectable<BudgetTable>, 'owner_type' | 'owner_id'>;
export type BudgetRow = Pick<Selectable<BudgetTable>, (typeof columns)[number]>;

const columns = [
  ...(['id', 'owner_type', 'owner_id', 'period', 'hours', 'model', 'unit', 'points'] as const),
  ...(['alert_percent', 'override_points', 'override_until'] as const),
] as const;

const present = (db: Db) => db.selectFrom('budgets').select(columns).where('removed_time', '=', 0);

/** Budgets of some owners of one type. */
export async function listBudgets(
  db: Db,
  type: BudgetOwner['owner_type'],
  ownerIds: readonly number[],
): Promise<BudgetRow[]> {
  if (ownerIds.length === 0) return [];
  return present(db).where('owner_type', '=', type).where('owner_id', 'in', ownerIds).orderBy('id').execute();
}

/** Budgets of all groups and channels. */
export const listRoutingBudgets = (db: Db): Promise<BudgetRow[]> =>
  present(db).where('owner_type', 'in', ['group', 'channel']).orderBy('id').execute();

/** Budgets that have an alert, in the order of their numbers. */
export const listAlertedBudgets = (
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<BudgetRow[]> =>
  present(db).where('alert_percent', '>', 0).where('id', '>', after).orderBy('id').limit(limit).execute();

export const findBudget = (db: Db, id: number): Promise<BudgetRow | undefined> =>
  present(db).where('id', '=', id).executeTakeFirst();

/** Another limit of a budget until a moment. @returns false where the budget is gone */
export async function overrideBudget(
  db: Db,
  id: number,
  { points, until }: { points: number; until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('budgets')
    .set({ override_points: points, override_until: until })
    .where('id', '=', id)
    .where('removed_time', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The limit of a budget at a moment. An override ends by itself. */
export const limitAt = (
  {
    points,
    override_points,
    override_until,
  }: Pick<BudgetRow, 'points' | 'override_points' | 'override_until'>,
  nowSeconds: number,
): number => (nowSeconds < override_until ? override_points : points);

/**
 * Gives an owner, whose row is locked, these budgets and no others. One that was there before, also if it was removed
 * meanwhile, goes on with what was used of it.
 */
export async function replaceBudgets(
  trx: Transaction<Tables>,
  owner: BudgetOwner,
  { budgets, nowSeconds }: { budgets: readonly BudgetInput[]; nowSeconds: number },
): Promise<void> {
  const ids: number[] = [];
  for (const budget of budgets) {
    const { id } = await trx
      .insertInto('budgets')
      .values({ ...owner, ...budget })
      .onConflict((conflict) =>
        conflict
          .columns(['owner_type', 'owner_id', 'period', 'hours', 'model', 'unit'])
          .doUpdateSet({ points: budget.points, alert_percent: budget.alert_percent, removed_time: 0 }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  let others = trx
    .updateTable('budgets')
    .set({ removed_time: nowSeconds, override_until: 0 })
    .where('owner_type', '=', owner.owner_type)
    .where('owner_id', '=', owner.owner_id)
    .where('removed_time', '=', 0);
  if (ids.length > 0) others = others.where('id', 'not in', ids);
  await others.execute();
}
