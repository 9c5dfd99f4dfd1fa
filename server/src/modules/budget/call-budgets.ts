import type { BudgetPeriodName } from '@turnpike/contract';
import { type CallBudget, keyOf } from '../../billing/account.ts';
import { periodAt } from './budget-period.ts';
import type { BudgetRow } from './budget-repository.ts';

/** A budget, ready to be asked at each call. */
export interface BudgetRule {
  id: number;
  owner: 'token' | 'group';
  period: BudgetPeriodName;
  /** As it is written. */
  model: string;
  /** Whether `stem` is the beginning of a name, or a whole one. */
  isPrefix: boolean;
  stem: string;
  points: number;
  /** As it was asked for last: calls of one second get the same. */
  latest: { budget: CallBudget; atSeconds: number } | null;
}

export const toBudgetRule = ({ id, owner_type, period, model, points }: BudgetRow): BudgetRule => {
  const isPrefix = model === '' || model.endsWith('*');
  return {
    ...{ id, owner: owner_type, period, model, points },
    ...{ isPrefix, stem: isPrefix ? model.slice(0, -1) : model, latest: null },
  };
};

const owners = { token: 'API key', group: 'group' } as const;
const periods = { day: 'per day', week: 'per week', month: 'per month', total: 'in total' } as const;

/** @param model null where it is not known yet: only budgets of all models apply */
const applies = ({ isPrefix, stem }: BudgetRule, model: string | null): boolean =>
  model === null ? isPrefix && stem === '' : isPrefix ? model.startsWith(stem) : model === stem;

/** Budgets that a call of a model counts against now. */
export function callBudgets(
  rules: readonly BudgetRule[],
  { model, nowSeconds }: { model: string | null; nowSeconds: number },
): CallBudget[] {
  const budgets: CallBudget[] = [];
  for (const rule of rules) if (applies(rule, model)) budgets.push(budgetNow(rule, nowSeconds));
  return budgets;
}

/** Some clients show their users the text of an error and nothing else. */
const untilText = (end: number): string => ` before ${new Date(end * 1000).toISOString().slice(0, 16)}Z`;

function budgetNow(rule: BudgetRule, nowSeconds: number): CallBudget {
  const { latest } = rule;
  if (latest?.atSeconds === nowSeconds) return latest.budget;
  const { id, owner, period, model, points } = rule;
  const { start, end } = periodAt(period, nowSeconds);
  const said = { owner: owners[owner], period: periods[period], models: model === '' ? 'all models' : model };
  const refusal =
    end === null ? { ...said, until: '' } : { ...said, until: untilText(end), retry_after: end - nowSeconds };
  const place = { budgetId: id, periodStart: start };
  const budget = { ...place, key: keyOf(place), points, refusal };
  rule.latest = { budget, atSeconds: nowSeconds };
  return budget;
}
