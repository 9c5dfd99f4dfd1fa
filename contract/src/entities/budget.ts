import { z } from 'zod';
import { isModelPattern } from '../allow-lists.ts';
import { call, epochSeconds, idParam } from '../call.ts';
import { MAX_POINTS } from '../catalogues/point-amounts.ts';
import { sum, whole } from '../points.ts';
import { line } from '../text.ts';

/** Periods begin at midnight UTC, weeks on Monday, months on their first day. */
export const budgetPeriods = ['day', 'week', 'month', 'total'] as const;
export type BudgetPeriodName = (typeof budgetPeriods)[number];

export const MAX_BUDGETS = 10;

export const budgetInput = z.object({
  period: z.enum(budgetPeriods).describe('Periods of UTC; weeks begin on Monday, `total` never ends'),
  model: line()
    .max(200)
    .refine((name) => name === '' || isModelPattern(name), 'channel.wildcard_not_last')
    .describe('Calls of this model count; the last character may be `*`; empty: all models'),
  points: z
    .number()
    .int()
    .min(1)
    .max(MAX_POINTS)
    .describe('Maximum cost of these calls in a period, in points'),
});
export type BudgetInput = z.output<typeof budgetInput>;

/** Budgets of one key or group; each pair of period and model once. */
export const budgetList = () =>
  z
    .array(budgetInput)
    .max(MAX_BUDGETS)
    .superRefine((budgets, context) => {
      for (const [index, { period, model }] of budgets.entries()) {
        const first = budgets.findIndex((other) => other.period === period && other.model === model);
        if (first < index)
          context.addIssue({ code: 'custom', path: [index, 'model'], message: 'budget.twice' });
      }
    });

/** A budget with its present period. */
export const budgetView = budgetInput.extend({
  id: whole(),
  used: sum(),
  /** Held for calls in flight, next to `used`. */
  held: sum(),
  begins_at: epochSeconds().nullable().describe('First second of the present period; null for `total`'),
  ends_at: epochSeconds().nullable().describe('First second of the next period; null for `total`'),
});
export type BudgetView = z.output<typeof budgetView>;

export const budgetCalls = {
  reset: call('POST /api/budget/:id/reset', {
    access: 'admin',
    summary: 'Give back what was used of a budget in its present period',
    params: idParam,
    output: budgetView,
  }),
};
