import type { QuotedCall } from '../call-context.ts';
import type { RelayDeps, RelayOptions } from '../relay-deps.ts';
import { withAskedUnits } from './asked-units.ts';
import { believableUsage, isPlausible } from './believable-usage.ts';
import { type CountDeps, countedUsage, isEmpty, reportedUsage } from './counted-usage.ts';
import { abandonedUsage, type UsedTokens } from './used-tokens.ts';

type ChargeDeps = CountDeps & Pick<RelayDeps, 'options'>;

/**
 * What a call is charged for, and by which rule: the contract's `chargeTable`.
 * @returns null where nothing is charged
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
 * The upstream's fault, or the gateway's. Not the total limit: a caller who reads slowly can reach it with an answer
 * that is nearly whole.
 */
function isWaivedAsBroken({ brokenBy, error }: QuotedCall, { chargeBrokenAnswers }: RelayOptions): boolean {
  if (chargeBrokenAnswers) return false;
  if (brokenBy !== null) return brokenBy === 'gateway';
  return error?.code.startsWith('upstream.') === true;
}

/** Not where a part of it was delivered: the vendor was paid for that, and the caller has it. */
const isWaivedAsFiltered = (call: QuotedCall, { chargeFilteredAnswers }: RelayOptions): boolean =>
  !chargeFilteredAnswers && call.delivery?.isFiltered === true && isEmpty(call);
