import type { QuotedCall } from '../call/call-context.ts';
import { abandonedUsage, type UsedTokens } from '../cost/used-tokens.ts';
import type { RelayDeps, RelayOptions } from '../relay-deps.ts';
import { withAskedUnits } from './asked-units.ts';
import { believableUsage, isPlausible } from './believable-usage.ts';
import { type CountDeps, countedUsage, isEmpty, reportedUsage } from './counted-usage.ts';

type ChargeDeps = CountDeps & Pick<RelayDeps, 'options'>;

/**
 * Returns the usage that a call is charged for, and the rule that applies: the contract's `chargeTable`.
 * @returns null if nothing is charged
 */
export async function chargedUse(call: QuotedCall, deps: ChargeDeps): Promise<UsedTokens | null> {
  const used = await chargedTokens(call, deps);
  return used === null ? null : withAskedUnits(call, used);
}

async function chargedTokens(call: QuotedCall, deps: ChargeDeps): Promise<UsedTokens | null> {
  const policy = deps.options();
  const reported = await reportedUsage(call, deps);
  if (isWaivedAsBroken(call, policy)) return null;
  if (reported !== null) {
    if (isWaivedAsFiltered(call, policy)) return null;
    return isPlausible(call, reported.usage) ? reported : believableUsage(call, reported, deps);
  }
  if (!policy.chargeEmptyAnswers && isEmpty(call)) return null;
  return (await countedUsage(call, deps)) ?? abandonedUsage(call, policy);
}

/**
 * Whether the call failed through the upstream or the gateway. The total time limit does not count: a slow
 * reader can exceed it with a nearly complete answer.
 */
function isWaivedAsBroken({ brokenBy, error }: QuotedCall, { chargeBrokenAnswers }: RelayOptions): boolean {
  if (chargeBrokenAnswers) return false;
  if (brokenBy !== null) return brokenBy === 'gateway';
  return error?.code.startsWith('upstream.') === true;
}

/**
 * Whether a filtered answer is free. It is not if a part was delivered: the vendor was paid for that part,
 * and the caller has it.
 */
const isWaivedAsFiltered = (call: QuotedCall, { chargeFilteredAnswers }: RelayOptions): boolean =>
  !chargeFilteredAnswers &&
  ((call.answer?.isFiltered === true && isEmpty(call)) ||
    (call.error?.code === 'answer.unsafe' && call.answer?.hasLeft === false));
