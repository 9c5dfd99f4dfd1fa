import { z } from 'zod';
import { isModelPattern } from '../allow-lists.ts';
import { call, epochSeconds, etag, idParam } from '../call.ts';
import { MAX_POINTS } from '../catalogues/point-amounts.ts';
import { sum, whole } from '../points.ts';
import { line } from '../text.ts';

/** Periods begin at midnight, weeks on Monday, months on their first day. `hours` are windows of some hours. */
export const budgetPeriods = ['hours', 'day', 'week', 'month', 'total'] as const;
export type BudgetPeriodName = (typeof budgetPeriods)[number];

/** Units that budgets count: the cost of calls, their input and output tokens, or the calls. */
export const budgetUnits = ['points', 'tokens', 'requests'] as const;
export type BudgetUnit = (typeof budgetUnits)[number];

export const budgetOwnerTypes = ['token', 'group', 'user', 'channel'] as const;
export type BudgetOwnerType = (typeof budgetOwnerTypes)[number];

export const MAX_BUDGET_HOURS = 720;

export const MAX_BUDGETS = 10;

export const budgetInput = z.object({
  period: z
    .enum(budgetPeriods)
    .describe(
      'Begins at midnight in the zone of the site (`TZ`), weeks on Monday; `hours` is a window of so many hours, `total` never ends',
    ),
  hours: z
    .number()
    .int()
    .min(0)
    .max(MAX_BUDGET_HOURS)
    .default(0)
    .describe(
      'Length of a window of the period `hours`, at least 1; windows begin at multiples of it since 1970. 0 for other periods',
    ),
  model: line()
    .max(200)
    .refine((name) => name === '' || isModelPattern(name), 'channel.wildcard_not_last')
    .describe('Calls of this model count; the last character may be `*`; empty: all models'),
  unit: z
    .enum(budgetUnits)
    .default('points')
    .describe('Unit of `points`: cost in points, input and output tokens, or calls that were answered'),
  points: z
    .number()
    .int()
    .min(1)
    .max(MAX_POINTS)
    .describe('Maximum use by these calls in a period, in the unit of the budget'),
  alert_percent: z
    .number()
    .int()
    .min(0)
    .max(100)
    .default(0)
    .describe('Share of the limit at which one alert a period is sent; 0: none'),
});
export type BudgetInput = z.output<typeof budgetInput>;

type BudgetPlace = Pick<BudgetInput, 'period' | 'hours' | 'model' | 'unit'>;

/** Members that identify a budget among those of its owner. */
const placeOf = ({ period, hours, model, unit }: BudgetPlace): string =>
  JSON.stringify([period, hours, model, unit]);

/** Whether two budgets of an owner are the same one, whatever their limits. */
export const isSameBudget = (one: BudgetPlace, other: BudgetPlace): boolean =>
  placeOf(one) === placeOf(other);

/** Budgets of one owner; each period, model and unit once. */
export const budgetList = () =>
  z
    .array(budgetInput)
    .max(MAX_BUDGETS)
    .superRefine((budgets, context) => {
      for (const [index, budget] of budgets.entries()) {
        if ((budget.period === 'hours') !== budget.hours > 0)
          context.addIssue({ code: 'custom', path: [index, 'hours'], message: 'budget.hours' });
        if (budgets.findIndex((other) => isSameBudget(other, budget)) < index)
          context.addIssue({ code: 'custom', path: [index, 'model'], message: 'budget.twice' });
      }
    });

/** A budget with its present period. */
export const budgetView = budgetInput.extend({
  id: whole(),
  limit: sum().describe('The present limit: `points`, or that of an override'),
  override_until: epochSeconds().nullable().describe('End of the override; null without one'),
  used: sum(),
  /** Held for calls in flight, next to `used`. */
  held: sum(),
  begins_at: epochSeconds().nullable().describe('First second of the present period; null for `total`'),
  ends_at: epochSeconds().nullable().describe('First second of the next period; null for `total`'),
});
export type BudgetView = z.output<typeof budgetView>;

/** All budgets of a channel or a user. */
export const ownedBudgets = z.object({ budgets: z.array(budgetView), etag: etag() });
export type OwnedBudgets = z.output<typeof ownedBudgets>;

export const ownedBudgetsInput = z.object({ budgets: budgetList() });

/** Another limit for a while. */
export const budgetOverride = z.object({
  points: budgetInput.shape.points.describe('The limit until then, in the unit of the budget'),
  until: epochSeconds().describe('First second of the stored limit; one that is over ends the override'),
});

export const budgetCalls = {
  override: call('POST /api/budget/:id/override', {
    access: 'admin',
    summary: 'Set another limit of a budget that ends by itself',
    params: idParam,
    input: budgetOverride,
    output: budgetView,
  }),
  reset: call('POST /api/budget/:id/reset', {
    access: 'admin',
    summary: 'Give back what was used of a budget in its present period',
    params: idParam,
    output: budgetView,
  }),
  ofChannel: call('GET /api/channel/:id/budgets', {
    access: 'admin',
    summary: 'Budgets of a channel, with what is used of them',
    params: idParam,
    output: ownedBudgets,
  }),
  setOfChannel: call('PUT /api/channel/:id/budgets', {
    access: 'admin',
    summary: 'Set the budgets of a channel; calls that do not fit go to other channels',
    params: idParam,
    input: ownedBudgetsInput,
    output: ownedBudgets,
    ifMatch: true,
  }),
  ofUser: call('GET /api/user/:id/budgets', {
    access: 'admin',
    summary: 'Budgets of a user, with what is used of them',
    params: idParam,
    output: ownedBudgets,
  }),
  setOfUser: call('PUT /api/user/:id/budgets', {
    access: 'admin',
    summary: 'Set the budgets of a user; all calls with all keys of the user count',
    params: idParam,
    input: ownedBudgetsInput,
    output: ownedBudgets,
    ifMatch: true,
  }),
};
