import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { periodAt } from './budget-period.ts';
import { type BudgetRow, limitAt, listAlertedBudgets } from './budget-repository.ts';
import { type BudgetAlert, type NotifyDeps, notifyBudgetShare } from './notify-budget.ts';

type Deps = NotifyDeps & Pick<ModuleDeps, 'db' | 'jobRunner'>;

const BUDGETS_PER_PAGE = 500;

/** Reports each budget whose use has come to its alert, once a period. */
export async function alertBudgets(deps: Deps, signal: AbortSignal): Promise<void> {
  let after = 0;
  while (!signal.aborted) {
    const budgets = await listAlertedBudgets(deps.db, { after, limit: BUDGETS_PER_PAGE });
    const due = await findDue(deps.db, budgets, deps.clock.nowSeconds());
    for (const alert of due) await report(deps, alert);
    if (budgets.length < BUDGETS_PER_PAGE) break;
    after = budgets.at(-1)?.id ?? after;
  }
}

interface DueAlert extends BudgetAlert {
  periodStart: number;
}

async function findDue(db: Db, budgets: readonly BudgetRow[], nowSeconds: number): Promise<DueAlert[]> {
  if (budgets.length === 0) return [];
  const present = new Map(budgets.map((budget) => [budget.id, periodAt(budget, nowSeconds).start]));
  const uses = await db
    .selectFrom('budget_uses')
    .select(['budget_id', 'period_start', 'points'])
    .where('budget_id', 'in', [...present.keys()])
    .where('period_start', 'in', [...new Set(present.values())])
    .where('alerted_time', '=', 0)
    .execute();
  const usedOf = new Map(
    uses
      .filter(({ budget_id, period_start }) => present.get(budget_id) === period_start)
      .map(({ budget_id, points }) => [budget_id, points]),
  );
  return budgets.flatMap((budget) => {
    const used = usedOf.get(budget.id) ?? 0;
    const limit = limitAt(budget, nowSeconds);
    const isDue = used > 0 && used * 100 >= limit * budget.alert_percent;
    return isDue ? [{ budget, used, limit, periodStart: present.get(budget.id) ?? 0 }] : [];
  });
}

/** The same transaction marks the period, so that no other run reports it again. */
async function report(deps: Deps, alert: DueAlert): Promise<void> {
  const isReported = await deps.db.transaction().execute(async (trx) => {
    if (!(await markAlerted(trx, alert, deps.clock.nowSeconds()))) return false;
    await notifyBudgetShare(deps, trx, alert);
    return true;
  });
  if (!isReported) return;
  deps.jobRunner.runSoon('mail');
  deps.jobRunner.runSoon('notifications');
}

async function markAlerted(
  trx: Transaction<Tables>,
  { budget, periodStart }: DueAlert,
  nowSeconds: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('budget_uses')
    .set({ alerted_time: nowSeconds })
    .where('budget_id', '=', budget.id)
    .where('period_start', '=', periodStart)
    .where('alerted_time', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
