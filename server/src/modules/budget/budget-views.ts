import type { BudgetView } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { periodAt } from './budget-period.ts';
import { type BudgetOwner, type BudgetRow, limitAt, listBudgets } from './budget-repository.ts';
import { isCounted } from './call-budgets.ts';

type ViewDeps = Pick<ModuleDeps, 'db' | 'clock' | 'quotaBook' | 'countBook'>;

/** The editable members of an owner's budgets, as a part of its state. */
export const budgetState = (budgets: readonly Pick<BudgetRow, 'id' | 'points' | 'alert_percent'>[]): string =>
  budgets.map(({ id, points, alert_percent }) => `${id} ${points} ${alert_percent}`).join();

/** By the numbers of their owners. */
export function byOwner<Budget extends Pick<BudgetRow, 'owner_id'>>(
  budgets: readonly Budget[],
): ReadonlyMap<number, Budget[]> {
  return Map.groupBy(budgets, ({ owner_id }) => owner_id);
}

/** Adds their budgets to owners. */
export async function withBudgets<Owner extends { id: number }>(
  deps: ViewDeps,
  type: BudgetOwner['owner_type'],
  owners: readonly Owner[],
): Promise<(Owner & { budgets: BudgetView[] })[]> {
  const ids = owners.map(({ id }) => id);
  const budgets = await listBudgets(deps.db, type, ids);
  const views = byOwner(await toViews(deps, budgets));
  return owners.map((owner) => ({
    ...owner,
    budgets: (views.get(owner.id) ?? []).map(withoutOwner),
  }));
}

const withoutOwner = ({ owner_id: _, ...view }: BudgetView & { owner_id: number }): BudgetView => view;

export const toBudgetViews = async (deps: ViewDeps, budgets: readonly BudgetRow[]): Promise<BudgetView[]> =>
  (await toViews(deps, budgets)).map(withoutOwner);

export async function toBudgetView(deps: ViewDeps, budget: BudgetRow): Promise<BudgetView> {
  const [view] = await toBudgetViews(deps, [budget]);
  return view as BudgetView;
}

/** The books know what is still on its way to the database, and what is held. */
async function toViews(
  { db, clock, quotaBook, countBook }: ViewDeps,
  budgets: readonly BudgetRow[],
): Promise<(BudgetView & { owner_id: number })[]> {
  const nowSeconds = clock.nowSeconds();
  const present = budgets.map((budget) => ({ budget, ...periodAt(budget, nowSeconds) }));
  const stored = await storedUses(
    db,
    present.map(({ budget: { id }, start }) => ({ id, start })),
  );
  return present.map(({ budget, start, end }) => {
    const { id, owner_id, period, hours, model, unit, points, alert_percent, override_until } = budget;
    const use = (isCounted(budget) ? countBook : quotaBook).useOf({ budgetId: id, periodStart: start });
    return {
      ...{ id, owner_id, period, hours, model, unit, points, alert_percent },
      limit: limitAt(budget, nowSeconds),
      override_until: nowSeconds < override_until ? override_until : null,
      used: Math.max(0, use?.used ?? stored.get(`${id} ${start}`) ?? 0),
      held: use?.held ?? 0,
      begins_at: end === null ? null : start,
      ends_at: end,
    };
  });
}

async function storedUses(
  db: Db,
  periods: readonly { id: number; start: number }[],
): Promise<ReadonlyMap<string, number>> {
  if (periods.length === 0) return new Map();
  const rows = await db
    .selectFrom('budget_uses')
    .select(['budget_id', 'period_start', 'points'])
    .where(
      'budget_id',
      'in',
      periods.map(({ id }) => id),
    )
    .where('period_start', 'in', [...new Set(periods.map(({ start }) => start))])
    .execute();
  return new Map(rows.map(({ budget_id, period_start, points }) => [`${budget_id} ${period_start}`, points]));
}
