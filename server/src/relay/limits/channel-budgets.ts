import { quoteOf } from '../../billing/charge.ts';
import type { CallAmounts, CountHold } from '../../billing/count-hold.ts';
import { ONE } from '../../billing/decimal.ts';
import { callBudgets } from '../../modules/budget/call-budgets.ts';
import { costRatioOf, type Route } from '../../modules/routing/routing-snapshot.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import { mostUse } from '../cost/estimate-call.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { outputToHold, tokensToHold } from './expect-tokens.ts';

type BudgetedCall = Pick<AcceptedCall, 'facts' | 'routes'>;
export type BudgetDeps = Pick<RelayDeps, 'countBook' | 'traits' | 'options' | 'clock'>;

/**
 * Whether the budgets of a channel can hold a call.
 * @returns null if they can; else seconds to wait, infinite if no period follows
 */
export function budgetWaitSeconds(call: BudgetedCall, route: Route, deps: BudgetDeps): number | null {
  if (route.channel.budgets === null) return null;
  return deps.countBook.waitSeconds(budgetsOf(call, route, deps), amountsOn(call, route, deps));
}

/** Holds a call on the budgets of its channel. They have room for it. @returns null if the channel has none */
export function holdOnChannel(call: BudgetedCall, route: Route, deps: BudgetDeps): CountHold | null {
  if (route.channel.budgets === null) return null;
  return deps.countBook.hold(budgetsOf(call, route, deps), amountsOn(call, route, deps));
}

const budgetsOf = ({ facts }: BudgetedCall, { channel }: Route, { clock }: BudgetDeps) =>
  callBudgets(channel.budgets ?? [], { model: facts.model, nowSeconds: clock.nowSeconds() });

/** Expected use of a call; points are its estimated cost at the vendor. */
const amountsOn = (call: BudgetedCall, route: Route, deps: BudgetDeps): CallAmounts => ({
  points: quoteOf(
    mostUse(call.facts, route, { outputTokens: outputToHold(call, deps), traits: deps.traits }),
    route.price,
    costRatioOf(route) ?? ONE,
  ),
  tokens: tokensToHold(call, deps),
  requests: 1,
});
