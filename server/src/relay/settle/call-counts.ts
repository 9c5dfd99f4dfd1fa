import { chargeOf } from '../../billing/charge.ts';
import {
  type CallAmounts,
  type CountHold,
  countsOf,
  recordCounts,
  settleCounts,
  undoCounts,
} from '../../billing/count-hold.ts';
import { ONE } from '../../billing/decimal.ts';
import { inputTokensOf, outputTokensOf } from '../../billing/usage.ts';
import { costRatioOf } from '../../modules/routing/routing-snapshot.ts';
import type { QuotedCall } from '../call/call-context.ts';
import type { UsedTokens } from '../cost/used-tokens.ts';

type CountedCall = Pick<QuotedCall, 'counts' | 'channelCounts' | 'route' | 'replayed' | 'isTaken'>;

const holdsOf = ({ counts, channelCounts }: CountedCall): CountHold[] =>
  [counts, channelCounts].filter((hold) => hold !== null);

/**
 * Replaces what a call holds on its counted budgets and on those of its channel with its use.
 * @returns the counts as a settlement names them; undefined if nothing counts
 */
export function settleCallCounts(call: CountedCall, used: UsedTokens | null): string | undefined {
  if (call.counts === null && call.channelCounts === null) return undefined;
  const amounts = amountsOf(call, used);
  const texts = holdsOf(call).map((hold) => {
    settleCounts(hold, amounts);
    return countsOf(hold);
  });
  return texts.filter((text) => text !== '').join(';') || undefined;
}

export function recordCallCounts(call: CountedCall, settlementNumber: number): void {
  for (const hold of holdsOf(call)) recordCounts(hold, settlementNumber);
}

export function undoCallCounts(call: CountedCall): void {
  for (const hold of holdsOf(call)) undoCounts(hold);
}

/** A call counts as a request if a vendor took it and did not fail, or if it got a cached answer. Without a cost ratio, the list price counts. */
function amountsOf({ route, replayed, isTaken }: CountedCall, used: UsedTokens | null): CallAmounts {
  if (used === null || (route === null && replayed === null))
    return { points: 0, tokens: 0, requests: isTaken ? 1 : 0 };
  return {
    points: route === null ? 0 : chargeOf(used.usage, route.price, costRatioOf(route) ?? ONE).points,
    tokens: inputTokensOf(used.usage) + outputTokensOf(used.usage),
    requests: 1,
  };
}
