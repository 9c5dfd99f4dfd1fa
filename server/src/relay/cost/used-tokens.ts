import type { ChargeRule } from '@turnpike/contract';
import { areReadable, inputTokensOf, noUsage, outputTokensOf, type Usage } from '../../billing/usage.ts';
import type { RequestFacts } from '../../dialects/dialect.ts';
import { lowest } from '../../platform/lowest.ts';
import type { QuotedCall } from '../call/call-context.ts';
import type { RelayDeps, RelayOptions } from '../relay-deps.ts';
import { estimatedInputOf } from './estimate-call.ts';
import { isUnlimited, namedLimit } from './named-limit.ts';

/** The usage that a call is charged for. */
export interface UsedTokens {
  usage: Usage;
  isEstimated: boolean;
  rule: Exclude<ChargeRule, 'nothing'>;
}

/**
 * Returns the input of a call that ended before any text of the answer: the caller disconnected, or the
 * user's other calls used up the memory. The upstream has the input and will bill it. Some vendors report it
 * before they answer, including its cached part.
 * @returns null if nothing is charged
 */
export function abandonedUsage(call: QuotedCall, { chargeAbandonedInput }: RelayOptions): UsedTokens | null {
  const { brokenBy, error, isTaken, facts, answer } = call;
  const isCallersDoing = brokenBy === 'client' || error?.code === 'rate.body_bytes';
  if (!chargeAbandonedInput || !isCallersDoing || !isTaken) return null;
  const said = answer?.usage ?? null;
  if (said === null || inputTokensOf(said) === 0 || !areReadable(said.flags))
    return { usage: withUnits(likelyInput(facts, null), call), isEstimated: true, rule: 'input_only' };
  const noOutput = { textOutput: 0, reasoningOutput: 0, audioOutput: 0, imageOutput: 0 };
  return { usage: { ...said, ...noOutput }, isEstimated: false, rule: 'input_only' };
}

/** Adds the units of the answer, such as searches. Requested units are added to every usage separately. */
export const withUnits = (usage: Usage, { facts, answer }: QuotedCall): Usage =>
  answer === null || facts.units !== undefined ? usage : { ...usage, units: answer.units };

/** Estimates the input of a call whose upstream reported none. */
export function likelyInput({ likelyInputTokens, media }: RequestFacts, countedText: number | null): Usage {
  const usage = noUsage();
  usage.textInput = countedText ?? likelyInputTokens;
  usage.imageInput = media?.likelyImageTokens ?? 0;
  usage.audioInput = media?.likelyAudioTokens ?? 0;
  return usage;
}

/** Allowance for ends of turns, names of calls and similar tokens, which are not text of an answer. */
const UNTOLD_TOKENS = 64;
/** Minimum bytes per token of visible thinking. */
const BYTES_A_TOKEN = 3;

/**
 * Whether an upstream ignored the limit it was given. Thinking may exceed the limit, whether it is reported
 * separately or not.
 */
function ignoresLimit({ sentLimit, facts, answer }: QuotedCall, { usage }: UsedTokens): boolean {
  if (sentLimit === null || facts.asksThinking === true) return false;
  const most = sentLimit + UNTOLD_TOKENS;
  return usage.textOutput > most && (answer?.textBytes ?? 0) > most * BYTES_A_TOKEN;
}

/** Learns how far the report exceeds the expectation, and the usual length of answers without a limit. */
export function learnFrom(
  call: QuotedCall,
  used: UsedTokens | null,
  { traits }: Pick<RelayDeps, 'traits'>,
): void {
  const { route, facts, sentLimit, answer } = call;
  if (used === null || route === null) return;
  if (ignoresLimit(call, used)) traits.learn(route).bound = 'ignores';
  if (used.isEstimated) return;
  const limit = lowest(sentLimit, namedLimit(facts));
  const output = outputTokensOf(used.usage);
  const learned = traits.learn(route);
  learned.noteHidden({
    input: inputTokensOf(used.usage) - estimatedInputOf(facts, route.upstreamModel),
    output: limit === null ? null : output - limit,
  });
  const { textOutput, reasoningOutput } = used.usage;
  const shownBytes = answer?.textBytes ?? 0;
  const isSeen =
    reasoningOutput === 0
      ? textOutput <= shownBytes + UNTOLD_TOKENS
      : (textOutput + reasoningOutput) * BYTES_A_TOKEN <= shownBytes;
  // A model that thinks on request may not think by default.
  if (facts.stream && facts.asksThinking !== true && answer?.isComplete === true && !isSeen)
    learned.thinksUnseen = true;
  if (facts.asks.tier === '' && used.usage.tier !== null) learned.unaskedTier = used.usage.tier;
  const length = Math.ceil(output / facts.answerCount);
  if (isUnlimited(facts)) learned.noteUnlimitedLength(length);
  // An answer that was cut would have been longer.
  else if (limit === null || output < limit) learned.noteLength(length);
}
