import type { BudgetOwnerType, BudgetPeriodName, BudgetUnit } from '@turnpike/contract';
import { type CountedBudget, keyOf } from '../../billing/account.ts';
import { periodAt } from './budget-period.ts';
import { type BudgetRow, limitAt } from './budget-repository.ts';

/** A budget, ready to be asked at each call. */
export interface BudgetRule {
  id: number;
  owner: BudgetOwnerType;
  period: BudgetPeriodName;
  hours: number;
  /** As it is written. */
  model: string;
  /** Whether `stem` is the beginning of a name, or a whole one. */
  isPrefix: boolean;
  stem: string;
  unit: BudgetUnit;
  points: number;
  /** The limit until `override_until`. */
  override_points: number;
  override_until: number;
  /** Kept by the count book: it is not about the points of payers. */
  isCounted: boolean;
  /** As it was asked for last: calls of one second get the same. */
  latest: { budget: CountedBudget; atSeconds: number } | null;
}

/** Whether the count book keeps a budget; the quota book keeps the others. */
export const isCounted = ({ owner_type, unit }: Pick<BudgetRow, 'owner_type' | 'unit'>): boolean =>
  owner_type === 'channel' || unit !== 'points';

export const toBudgetRule = (row: BudgetRow): BudgetRule => {
  const { id, owner_type, period, hours, model, unit, points, override_points, override_until } = row;
  const isPrefix = model === '' || model.endsWith('*');
  return {
    ...{ id, owner: owner_type, period, hours, model, unit, points },
    ...{ override_points, override_until, isCounted: isCounted(row) },
    ...{ isPrefix, stem: isPrefix ? model.slice(0, -1) : model, latest: null },
  };
};

const owners = { token: 'API key', group: 'group', user: 'user', channel: 'channel' } as const;
const periods = { day: 'per day', week: 'per week', month: 'per month', total: 'in total' } as const;

/** @param model null where it is not known yet: only budgets of all models apply */
const applies = ({ isPrefix, stem }: BudgetRule, model: string | null): boolean =>
  model === null ? isPrefix && stem === '' : isPrefix ? model.startsWith(stem) : model === stem;

/** Budgets that a call of a model counts against now. */
export function callBudgets(
  rules: readonly BudgetRule[],
  { model, nowSeconds }: { model: string | null; nowSeconds: number },
): CountedBudget[] {
  const budgets: CountedBudget[] = [];
  for (const rule of rules) if (applies(rule, model)) budgets.push(budgetNow(rule, nowSeconds));
  return budgets;
}

/** All budgets in their present periods, whatever the model. */
export const presentBudgets = (rules: readonly BudgetRule[], nowSeconds: number): CountedBudget[] =>
  rules.map((rule) => budgetNow(rule, nowSeconds));

/** Some clients show their users the text of an error and nothing else. */
const untilText = (end: number): string => ` before ${new Date(end * 1000).toISOString().slice(0, 16)}Z`;

const periodText = ({ period, hours }: BudgetRule): string =>
  period === 'hours' ? (hours === 1 ? 'per hour' : `per ${hours} hours`) : periods[period];

function budgetNow(rule: BudgetRule, nowSeconds: number): CountedBudget {
  const { latest } = rule;
  if (latest?.atSeconds === nowSeconds) return latest.budget;
  const { id, owner, model, unit } = rule;
  const { start, end } = periodAt(rule, nowSeconds);
  const said = {
    owner: owners[owner],
    period: periodText(rule),
    models: model === '' ? 'all models' : model,
  };
  const refusal =
    end === null ? { ...said, until: '' } : { ...said, until: untilText(end), retry_after: end - nowSeconds };
  const place = { budgetId: id, periodStart: start };
  const budget = { ...place, key: keyOf(place), unit, points: limitAt(rule, nowSeconds), refusal };
  rule.latest = { budget, atSeconds: nowSeconds };
  return budget;
}
