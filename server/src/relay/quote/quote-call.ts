import type { Hold } from '../../billing/account.ts';
import type { Payers } from '../../billing/quota-book.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { AcceptedCall, HeldCost } from '../call/call-context.ts';
import type { TextTokens } from '../call/call-parts.ts';
import { loadPayers } from '../call/load-payers.ts';
import { payersOf } from '../call/payers.ts';
import { holdOnBudgets } from '../limits/call-budgets.ts';
import { expectTokens } from '../limits/expect-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { assertMayCall } from '../rights/identity.ts';
import { inputCostOf, isEnoughForAnswer, leastCost, mostCost } from './call-cost.ts';
import { answerKind, boundOf, isWatched, mayStayUncounted, pointsToHold } from './hold-plan.ts';
import { anyText, countedText } from './text-tokens.ts';

/**
 * Holds the maximum cost of the call; waits for other calls if they hold the points.
 * @throws rate.tokens, quota.insufficient, quota.token_insufficient or quota.budget_spent; after a wait also what
 * refuses a key
 */
export async function quote<Call extends AcceptedCall>(
  call: Call,
  deps: RelayDeps,
): Promise<Call & HeldCost> {
  joinSpareGroup(call, deps);
  expectTokens(call, deps);

  const payers = payersOf(call, { model: call.facts.model, nowSeconds: deps.clock.nowSeconds() });
  const { quotaBook } = deps;
  const loading = loadPayers(payers, deps);
  if (loading !== undefined) await loading;
  holdOnBudgets(call, payers, deps);
  call.textTokens = anyText(call.facts);
  let expected = mostCost(call, deps);
  let left = quotaBook.left(payers);
  if (!mayStayUncounted(expected, left)) {
    // If the payers could not pay even without other calls, the call is refused without counting.
    if (inputCostOf(call) <= left.availableAlone) call.textTokens = await countText(call, deps);
    expected = mostCost(call, deps);
    await loadPayers(payers, deps);
    left = quotaBook.left(payers);
  }
  const kind = answerKind(call, deps);
  const most = pointsToHold(call, { kind, expected, left }, deps);
  const least = leastCost(call, deps);
  const held = holdFor(call, { payers, most, least }, deps);
  const hold = held instanceof Promise ? await held : held;
  try {
    if (held instanceof Promise) {
      left = quotaBook.left(payers);
      await assertMayStillCall(call, deps);
    }
    const outputLimit = boundOf(call, { kind, hold, least, left }, deps);
    const holdGrows = isWatched(call, { kind, hold, least, outputLimit });
    return Object.assign(call, { payers, hold, outputLimit, holdGrows });
  } catch (error) {
    // No other code can release this hold yet.
    quotaBook.release(hold);
    throw error;
  }
}

/**
 * A call that a spare group pays for also counts against that group's limits. @throws rate.requests,
 * rate.tokens or rate.parallel
 */
function joinSpareGroup(
  { identity, admitGroup, payingGroup, use }: AcceptedCall,
  { limiter }: RelayDeps,
): void {
  if (identity.spareGroups.length === 0 || use === null || payingGroup === admitGroup) return;
  limiter.join(use, identity, payingGroup);
}

/** Checks the key of a call that has waited. */
async function assertMayStillCall(
  { identity: { tokenId, userId }, caller: { sourceIp } }: AcceptedCall,
  { identities, clock }: RelayDeps,
): Promise<void> {
  const identity = await identities.findToken(tokenId, userId);
  if (identity === undefined) throw new GatewayError('token.invalid');
  assertMayCall(identity, { nowSeconds: clock.nowSeconds(), sourceIp });
}

/** Counting a longer text would delay other calls. */
const COUNTED_BYTES = 512 * 1024;

async function countText(
  { body, dialect, facts }: AcceptedCall,
  { tokenCounter }: RelayDeps,
): Promise<TextTokens> {
  // A turn by voice has no body to count.
  if (body.length === 0) return { most: facts.inputTokens, least: facts.leastInputTokens };
  if (body.length > COUNTED_BYTES) return anyText(facts);
  return countedText(facts, await tokenCounter.measure({ json: body, ...dialect.inputTexts }));
}

function holdFor(
  call: AcceptedCall,
  { payers, most, least }: { payers: Payers; most: number; least: number },
  deps: RelayDeps,
): Hold | Promise<Hold> {
  const { breakOff } = call;
  const { quotaBook, options } = deps;
  return quotaBook.reserve(
    payers,
    { most, least, fitsInto: (points) => isEnoughForAnswer(call, points, deps) },
    { waitMs: options().holdWaitSeconds * 1000, onLeave: (leave) => breakOff.onBreak(leave) },
  );
}
