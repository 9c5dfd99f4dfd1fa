import type { ChargeRule } from '@turnpike/contract';
import { areReadable, inputTokensOf, noUsage, outputTokensOf, type Usage } from '../../billing/usage.ts';
import type { RequestFacts } from '../../dialects/dialect.ts';
import { lowest } from '../../platform/lowest.ts';
import type { QuotedCall } from '../call-context.ts';
import { estimatedInputOf } from '../quote/estimate-call.ts';
import type { RelayDeps, RelayOptions } from '../relay-deps.ts';

/** What a call is charged for. */
export interface UsedTokens {
  usage: Usage;
  isEstimated: boolean;
  rule: Exclude<ChargeRule, 'nothing'>;
}

/**
 * The input of a call that its caller left before any text of the answer came, or whose user's other calls left no memory
 * for it: the upstream has it and will bill it. Some vendors say it before they answer, with what of it was cached.
 * @returns null where nothing is charged
 */
export function abandonedUsage(call: QuotedCall, { chargeAbandonedInput }: RelayOptions): UsedTokens | null {
  const { brokenBy, error, isTaken, facts, delivery } = call;
  const isCallersDoing = brokenBy === 'client' || error?.code === 'rate.body_bytes';
  if (!chargeAbandonedInput || !isCallersDoing || !isTaken) return null;
  const said = delivery?.usage ?? null;
  if (said === null || inputTokensOf(said) === 0 || !areReadable(said.flags))
    return { usage: withUnits(likelyInput(facts, null), call), isEstimated: true, rule: 'input_only' };
  const noOutput = { textOutput: 0, reasoningOutput: 0, audioOutput: 0, imageOutput: 0 };
  return { usage: { ...said, ...noOutput }, isEstimated: false, rule: 'input_only' };
}

/** With what the answer holds by the piece, such as searches. What is asked for by the piece is added to every usage. */
export const withUnits = (usage: Usage, { facts, delivery }: QuotedCall): Usage =>
  delivery === null || facts.units !== undefined ? usage : { ...usage, units: delivery.units };

/** What the input of a call takes, about, where the upstream did not say it. */
export function likelyInput({ likelyInputTokens, media }: RequestFacts, countedText: number | null): Usage {
  const usage = noUsage();
  usage.textInput = countedText ?? likelyInputTokens;
  usage.imageInput = media?.likelyImageTokens ?? 0;
  usage.audioInput = media?.likelyAudioTokens ?? 0;
  return usage;
}

/** Ends of turns, names of calls and the like, which are no text of an answer. */
const UNTOLD_TOKENS = 64;
/** Of text that is thought aloud, a token has at least as many. */
const BYTES_A_TOKEN = 3;

/** Whether an upstream did not keep to the limit that it was told. What a model thinks may come on top, told apart or not. */
function ignoresLimit({ sentLimit, facts, delivery }: QuotedCall, { usage }: UsedTokens): boolean {
  if (sentLimit === null || facts.asksThinking === true) return false;
  const most = sentLimit + UNTOLD_TOKENS;
  return usage.textOutput > most && (delivery?.textBytes ?? 0) > most * BYTES_A_TOKEN;
}

/** Learns how far the upstream's report goes beyond what could be expected, and how long answers are without a limit. */
export function learnFrom(
  call: QuotedCall,
  used: UsedTokens | null,
  { hiddenTokens, outputLengths, unboundHabits }: RelayDeps,
): void {
  const { route, facts, sentLimit, delivery } = call;
  if (used === null || route === null) return;
  if (ignoresLimit(call, used)) unboundHabits.learn(route, 'ignores');
  if (used.isEstimated) return;
  const limit = lowest(sentLimit, facts.maxOutputTokens);
  const output = outputTokensOf(used.usage);
  hiddenTokens.note(route, {
    input: inputTokensOf(used.usage) - estimatedInputOf(facts, route.upstreamModel),
    output: limit === null ? null : output - limit,
  });
  const { textOutput, reasoningOutput } = used.usage;
  const shownBytes = delivery?.textBytes ?? 0;
  const isSeen =
    reasoningOutput === 0
      ? textOutput <= shownBytes + UNTOLD_TOKENS
      : (textOutput + reasoningOutput) * BYTES_A_TOKEN <= shownBytes;
  // A model that thinks when it is asked to need not do so by itself.
  if (facts.stream && facts.asksThinking !== true && delivery?.isComplete === true && !isSeen)
    hiddenTokens.noteUnseenThinking(route);
  if (facts.asks.tier === '' && used.usage.tier !== null)
    hiddenTokens.noteUnaskedTier(route, used.usage.tier);
  // An answer that was cut would have been longer.
  if (limit === null || output < limit) outputLengths.note(route, Math.ceil(output / facts.answerCount));
}
