import type { Insertable } from 'kysely';
import { sql, type Transaction } from 'kysely';
import { budgetOf, keyOf, splitBudgets, splitCounts } from '../billing/account.ts';
import type { Settlement } from './settlement.ts';
import type { BudgetUseTable } from './tables/people-tables.ts';
import type { Tables } from './tables.ts';

/** The fields of a settlement that count against budgets. */
export type CountedCall = Pick<Settlement, 'quota' | 'debt' | 'budgets' | 'counts'>;

type BudgetUse = Insertable<BudgetUseTable>;

/** A statement takes a bounded number of parameters. */
const ROWS_PER_INSERT = 200;

/** Adds the cost and the counted amounts of settled calls to the use of their budgets. */
export async function writeBudgetUses(
  trx: Transaction<Tables>,
  calls: readonly CountedCall[],
): Promise<void> {
  // Calls of one key count against the same ones.
  const together = new Map<string, number>();
  for (const { quota, debt = 0, budgets } of calls) {
    if (budgets !== undefined && quota + debt !== 0) addTo(together, budgets, quota + debt);
  }
  const uses = new Map<string, number>();
  for (const [joined, points] of together)
    for (const budget of splitBudgets(joined)) addTo(uses, keyOf(budget), points);
  for (const { counts = '' } of calls)
    for (const { amount, ...budget } of splitCounts(counts)) addTo(uses, keyOf(budget), amount);
  if (uses.size > 0) await addBudgetUses(trx, [...uses].map(toUse));
}

const addTo = (sums: Map<string, number>, key: string, points: number): unknown =>
  sums.set(key, (sums.get(key) ?? 0) + points);

function toUse([key, points]: [string, number]): BudgetUse {
  const { budgetId, periodStart } = budgetOf(key);
  return { budget_id: budgetId, period_start: periodStart, points };
}

/** In rising order of their keys: rows are always locked in the same order. */
export async function addBudgetUses(trx: Transaction<Tables>, uses: BudgetUse[]): Promise<void> {
  const rows = uses.sort((a, b) => a.budget_id - b.budget_id || a.period_start - b.period_start);
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await trx
      .insertInto('budget_uses')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict.columns(['budget_id', 'period_start']).doUpdateSet({
          points: sql`${sql.ref('budget_uses.points')} + ${sql.ref('excluded.points')}`,
        }),
      )
      .execute();
  }
}
