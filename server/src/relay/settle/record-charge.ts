import { type ChargeLine, chargeOf } from '../../billing/charge.ts';
import { inputTokensOf, noUsage, outputTokensOf } from '../../billing/usage.ts';
import { formatSettlement } from '../../db/settlement.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { QuotedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { buildMetadata, buildSettlement, type CallResult } from './build-settlement.ts';
import { abandonedUsage, learnFrom, likelyInput, type UsedTokens } from './used-tokens.ts';

/** Bytes of text a token has, about, where nobody counted. */
const BYTES_A_TOKEN = 4;

/**
 * Takes the charge from what was held, and keeps the settlement where it survives the process.
 * @returns what was charged for; null where nothing was
 * @throws where the settlement cannot be kept
 */
export async function recordCharge(call: QuotedCall, needs: RelayNeeds): Promise<UsedTokens | null> {
  const { quotaBook, outbox, keptObjects, clock, tokenCounter, callMeter, options } = needs;
  const { hold, group, route, delivery, identity } = call;
  const used =
    reportedUsage(call) ?? (await countedUsage(call, tokenCounter)) ?? abandonedUsage(call, options());
  learnFrom(call, used, needs);
  const price = route?.price ?? null;
  const charge = used === null || price === null ? null : chargeOf(used.usage, price, group.ratio);
  const points = charge?.points ?? 0;
  const taken = quotaBook.settle(hold, points);
  if (used !== null) {
    call.usedTokens = inputTokensOf(used.usage) + outputTokensOf(used.usage);
    callMeter.noteTokens(identity.userId, call.usedTokens);
  }
  if (delivery !== null && route !== null)
    keptObjects.note({ userId: identity.userId, channelId: route.channel.id }, delivery.kept);
  const result: CallResult = {
    usage: used?.usage ?? noUsage(),
    isEstimated: used?.isEstimated ?? false,
    taken,
    shortfall: points - taken.fromBalance,
    lines: charge?.lines ?? NO_LINES,
    nowMs: clock.nowMs(),
    durationMs: clock.monotonicMs() - call.startedAtMs,
  };
  try {
    quotaBook.recorded(hold, await outbox.append(settlementText(call, result)));
    return used;
  } catch (cause) {
    call.error = new GatewayError('settlement.backlog', {}, { cause });
    // What has left is charged as soon as it can be recorded; the caller does not get the rest.
    if (delivery?.hasLeft) {
      const text = settlementText(call, result);
      void outbox.appendWhenPossible(text).then((number) => quotaBook.recorded(hold, number));
    } else quotaBook.undo(hold, taken);
    throw cause;
  }
}

const settlementText = (call: QuotedCall, result: CallResult): string =>
  formatSettlement(buildSettlement(call, result), buildMetadata(call, result));

const NO_LINES: ChargeLine[] = [];

const isWhole = ({ error, delivery }: QuotedCall): boolean => error === null && delivery?.isComplete === true;

/** @returns null where the upstream said nothing, or nothing of its answer has left */
function reportedUsage(call: QuotedCall): UsedTokens | null {
  const { delivery } = call;
  if (delivery === null || delivery.usage === null) return null;
  if (!isWhole(call) && !delivery.hasLeft) return null;
  // Some upstreams say the usage in the first event: what came after it is not part of it.
  const missing = Math.ceil(delivery.unreportedBytes / BYTES_A_TOKEN);
  if (missing === 0) return { usage: delivery.usage, isEstimated: false };
  const { textOutput } = delivery.usage;
  return { usage: { ...delivery.usage, textOutput: textOutput + missing }, isEstimated: true };
}

/** @returns null where nothing is charged */
async function countedUsage(
  call: QuotedCall,
  tokenCounter: RelayNeeds['tokenCounter'],
): Promise<UsedTokens | null> {
  const { delivery, facts } = call;
  if (delivery === null) return null;
  const whole = isWhole(call);
  const { audioTokens, imageTokens } = delivery;
  if (!whole && (!delivery.hasLeft || delivery.textBytes + audioTokens + imageTokens === 0)) return null;
  const [counted, input] = whole
    ? await Promise.all([delivery.countOutput(), countInput(call, tokenCounter)])
    : [null, null];
  const usage = likelyInput(facts, input);
  // Read last: the text of a whole answer is measured where it is counted.
  usage.textOutput = counted ?? Math.ceil(delivery.textBytes / BYTES_A_TOKEN);
  usage.audioOutput = audioTokens;
  usage.imageOutput = imageTokens;
  return { usage, isEstimated: true };
}

/** @returns null where it cannot be counted, or the request was let go because its usage was expected */
async function countInput(
  { body, dialect }: QuotedCall,
  tokenCounter: RelayNeeds['tokenCounter'],
): Promise<number | null> {
  return body.length === 0 ? null : tokenCounter.count({ json: body, ...dialect.inputTexts });
}
