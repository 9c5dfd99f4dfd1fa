import { releaseCounts } from '../../billing/count-hold.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import type { CallPayers } from '../call/payers.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { tokensToHold } from './expect-tokens.ts';

/**
 * Holds a call on the budgets in tokens or requests of its payers, which are loaded. An earlier hold of the call ends.
 * @throws quota.budget_spent; nothing is held then
 */
export function holdOnBudgets(
  call: Pick<AcceptedCall, 'counts' | 'facts' | 'routes'>,
  { counted }: Pick<CallPayers, 'counted'>,
  deps: Pick<RelayDeps, 'countBook' | 'traits' | 'options'>,
): void {
  if (call.counts !== null) releaseCounts(call.counts);
  call.counts = null;
  if (counted.length === 0) return;
  call.counts = deps.countBook.hold(counted, { points: 0, tokens: tokensToHold(call, deps), requests: 1 });
}
