import { chargeOf } from '../../billing/charge.ts';
import { inputTokensOf, noUsage, outputTokensOf } from '../../billing/usage.ts';
import { formatSettlement } from '../../db/settlement.ts';
import { type KeptObject, storableKept } from '../../dialects/kept-object.ts';
import { costRatioOf, placeOf } from '../../modules/routing/routing-snapshot.ts';
import type { QuotedCall } from '../call/call-context.ts';
import type { Replayed } from '../call/call-parts.ts';
import { learnFrom, type UsedTokens } from '../cost/used-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { buildMetadata, buildSettlement, type CallResult } from './build-settlement.ts';
import { recordCallCounts, settleCallCounts, undoCallCounts } from './call-counts.ts';
import { chargedUse } from './charged-use.ts';

/**
 * Takes the charge from the hold, and stores the settlement durably.
 * @returns the charged usage; null if nothing was charged
 * @throws if the settlement cannot be stored, and no part of the answer was sent
 */
export async function recordCharge(call: QuotedCall, deps: RelayDeps): Promise<UsedTokens | null> {
  const { quotaBook, outbox, keptObjects, clock, callMeter, options } = deps;
  const { hold, payingGroup, route, answer, identity } = call;
  const { replayed } = call;
  const used = replayed === null ? await chargedUse(call, deps) : cachedUse(replayed);
  learnFrom(call, used, deps);
  const price = route?.price ?? replayed?.price ?? null;
  const charge =
    used === null || price === null
      ? null
      : chargeOf(used.usage, price, payingGroup.ratio, replayed?.percent);
  const points = charge?.points ?? 0;
  const taken = quotaBook.settle(hold, points, options());
  call.chargedPoints = taken.fromBalance + taken.debt;
  if (used !== null) {
    call.usedTokens = inputTokensOf(used.usage) + outputTokensOf(used.usage);
    callMeter.noteTokens(identity.userId, call.usedTokens);
  }
  const kept = storableKept(keptOf(call, used));
  if (route !== null)
    keptObjects.note(
      { userId: identity.userId, place: placeOf(route.channel), model: call.facts.model },
      kept,
    );
  const result: CallResult = {
    usage: used?.usage ?? noUsage(),
    isEstimated: used?.isEstimated ?? false,
    rule: used?.rule ?? 'nothing',
    taken,
    shortfall: points - taken.fromBalance - taken.debt,
    charge,
    cost: costOf(call, used),
    counts: settleCallCounts(call, used),
    kept,
    nowMs: clock.nowMs(),
    durationMs: clock.monotonicMs() - call.startedAtMs,
  };
  let text: string | null = null;
  try {
    text = settlementText(call, result);
    noteRecorded(call, await outbox.append(text), deps);
  } catch (cause) {
    if (text === null || !answer?.hasLeft) {
      quotaBook.undo(hold, taken);
      undoCallCounts(call);
      throw cause;
    }
    // An answer that was sent is charged as soon as that can be recorded. If it ended with an error instead,
    // the caller would retry and pay twice.
    void outbox.appendWhenPossible(text).then((number) => noteRecorded(call, number, deps));
  }
  return used;
}

const cachedUse = ({ usage }: Replayed): UsedTokens => ({ usage, isEstimated: false, rule: 'cached' });

function noteRecorded(call: QuotedCall, number: number, { quotaBook }: RelayDeps): void {
  quotaBook.recorded(call.hold, number);
  recordCallCounts(call, number);
}

/**
 * A message is stored only if its call requested a thread; a call that continues the thread reads all its
 * tokens again.
 */
function keptOf({ answer, facts }: QuotedCall, used: UsedTokens | null): readonly KeptObject[] {
  const kept = answer?.kept ?? NOTHING_KEPT;
  if (!kept.some(({ isThread }) => isThread)) return kept;
  if (facts.usesThread !== true || used === null) return kept.filter(({ isThread }) => !isThread);
  const tokens = inputTokensOf(used.usage) + outputTokensOf(used.usage);
  return kept.map((object) => (object.isThread ? { ...object, tokens } : object));
}

const NOTHING_KEPT: readonly KeptObject[] = [];

/** Returns the upstream's cost of the call, if known. */
function costOf({ route }: QuotedCall, used: UsedTokens | null): number | null {
  const ratio = route === null ? null : costRatioOf(route);
  return ratio === null || route === null || used === null
    ? null
    : chargeOf(used.usage, route.price, ratio).points;
}

const settlementText = (call: QuotedCall, result: CallResult): string =>
  formatSettlement(buildSettlement(call, result), buildMetadata(call, result));
