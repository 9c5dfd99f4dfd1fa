import { type CallEstimate, NOTHING_ASKED, quoteOf } from '../../billing/charge.ts';
import type { CallAmounts } from '../../billing/count-hold.ts';
import { ONE } from '../../billing/decimal.ts';
import type { RequestFacts } from '../../dialects/dialect.ts';
import { costRatioOf } from '../../modules/routing/routing-snapshot.ts';
import type { IdentifiedCall, QuotedCall } from '../call/call-context.ts';
import { loadPayers } from '../call/load-payers.ts';
import { payersOf } from '../call/payers.ts';
import { holdOnBudgets } from '../limits/call-budgets.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { PlannedRoute } from './plan-routes.ts';

/** Amounts of a task on budgets that are not in points. */
export interface TaskAmounts {
  of(planned: PlannedRoute): CallAmounts;
}

/**
 * Holds the price of the most expensive route that may serve a task.
 * @throws quota.insufficient and similar
 */
export async function quoteTask(
  call: IdentifiedCall,
  planned: readonly PlannedRoute[],
  deps: RelayDeps,
): Promise<{ quoted: QuotedCall; amounts: TaskAmounts }> {
  const { quotaBook, clock, options } = deps;
  const { payingGroup, breakOff } = call;
  const model = planned[0]?.model ?? '';
  const payers = payersOf(call, { model, nowSeconds: clock.nowSeconds() });
  await loadPayers(payers, deps);
  const outputTokens = Math.max(...planned.map(({ plan }) => plan.outputTokens ?? 0));
  const units = planned[0]?.plan.units ?? [];
  const facts = taskFacts({ model, outputTokens, units });
  const accepted = Object.assign(call, { routes: planned.map(({ route }) => route), facts });
  holdOnBudgets(accepted, payers, deps);
  const points = Math.max(
    ...planned.map(({ route, plan }) => quoteOf(estimateOf(plan), route.price, payingGroup.ratio)),
  );
  const hold = await quotaBook.reserve(
    payers,
    { most: points, least: points },
    { waitMs: options().holdWaitSeconds * 1000, onLeave: (leave) => breakOff.onBreak(leave) },
  );
  return {
    quoted: Object.assign(accepted, { payers, hold }),
    amounts: {
      of: ({ route, plan }) => ({
        points: quoteOf(estimateOf(plan), route.price, costRatioOf(route) ?? ONE),
        tokens: plan.outputTokens ?? 0,
        requests: 1,
      }),
    },
  };
}

const estimateOf = ({ units, outputTokens = 0 }: PlannedRoute['plan']): CallEstimate => ({
  ...{ textTokens: 0, imageTokens: 0, audioTokens: 0, outputTokens, asks: NOTHING_ASKED, units },
});

const taskFacts = ({
  model,
  outputTokens,
  units,
}: Pick<RequestFacts, 'model' | 'units'> & { outputTokens: number }): RequestFacts => ({
  ...{ model, units, stream: false, framing: 'sse', wantsUsage: false, maxOutputTokens: outputTokens },
  ...{ answerCount: 1, hasTools: false, canBeBounded: false, media: null, asks: NOTHING_ASKED },
  ...{ inputTokens: 0, likelyInputTokens: 0, leastInputTokens: 0 },
});
