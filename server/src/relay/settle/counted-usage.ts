import { outputTokensOf, type Usage } from '../../billing/usage.ts';
import type { Delivery, QuotedCall } from '../call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { likelyInput, type UsedTokens, withUnits } from './used-tokens.ts';

/** Bytes of text a token has, about, where nobody counted. */
const BYTES_A_TOKEN = 4;

/** An upstream's own tokenizer may find so many times fewer tokens: in a text that was counted, in one that was measured. */
const TIMES_TOO_MANY = { counted: 2, measured: 32 };

/**
 * What is estimated of a text's tokens. An upstream keeps to the limit that it was told, unless it is known not to, or
 * the text is far longer.
 */
function withinLimit(
  { sentLimit, route, facts }: QuotedCall,
  { tokens, by }: { tokens: number; by: keyof typeof TIMES_TOO_MANY },
  { unboundHabits }: CountDeps,
): number {
  if (sentLimit === null || route === null || tokens <= sentLimit) return tokens;
  // Beyond it may stand the rest of a repeated input, which is only known about.
  if (facts.echoCount && tokens <= sentLimit + facts.echoCount * facts.likelyInputTokens) return sentLimit;
  if (tokens > TIMES_TOO_MANY[by] * sentLimit) return tokens;
  const keepsLimits = unboundHabits.find(route) !== 'ignores';
  return keepsLimits ? sentLimit : tokens;
}

const isWhole = ({ error, delivery }: QuotedCall): boolean => error === null && delivery?.isComplete === true;

/** Nothing that is counted has left: a role, an empty part or the name of a call may have. */
const saysNothing = ({ textBytes, audioTokens, imageTokens }: Delivery): boolean =>
  textBytes + audioTokens + imageTokens === 0;

/** What an estimate asks. */
export type CountDeps = Pick<RelayDeps, 'tokenCounter' | 'unboundHabits'>;

/** An answer that came to its end with nothing in it. Vectors are no text and yet something. */
export const isEmpty = (call: QuotedCall): boolean =>
  isWhole(call) && call.dialect.operation.kind === 'conversation' && call.delivery?.isEmpty() === true;

/** @returns null where the upstream said nothing, or nothing of its answer has left */
export async function reportedUsage(call: QuotedCall, deps: CountDeps): Promise<UsedTokens | null> {
  const { delivery } = call;
  if (delivery === null || delivery.usage === null) return null;
  const { usage } = delivery;
  const rule = isWhole(call) && !delivery.isCutAtLimit ? 'usage' : 'delivered_part';
  // Some vendors say the input first: no answer has come of it yet.
  if (!isWhole(call) && (!delivery.hasLeft || (!delivery.isComplete && saysNothing(delivery)))) return null;
  // Some upstreams say the usage in the first event: what came after it is not part of it.
  if (delivery.unreportedBytes === 0) return { usage, isEstimated: false, rule: 'usage' };
  // Of a whole answer without any, it is seen whether that can be believed.
  if (rule === 'usage' && outputTokensOf(usage) === 0) return { usage, isEstimated: false, rule };
  const textOutput = await withUnreportedText(call, { delivery, usage }, deps);
  return { usage: { ...usage, textOutput }, isEstimated: true, rule };
}

async function withUnreportedText(
  call: QuotedCall,
  { delivery, usage: { textOutput } }: { delivery: Delivery; usage: Usage },
  deps: CountDeps,
): Promise<number> {
  const { unreportedBytes, textBytes } = delivery;
  if (unreportedBytes === textBytes) return Math.max(textOutput, await countTextOutput(call, deps));
  const tokens = textOutput + tokensOf(unreportedBytes);
  return withinLimit(call, { tokens, by: 'measured' }, deps);
}

/** @returns null where nothing is charged */
export async function countedUsage(call: QuotedCall, deps: CountDeps): Promise<UsedTokens | null> {
  const { delivery, facts } = call;
  if (delivery === null) return null;
  const whole = isWhole(call);
  const { audioTokens, imageTokens } = delivery;
  if (!whole && (!delivery.hasLeft || saysNothing(delivery))) return null;
  // The counter takes 70 MiB: where its numbers cost nothing, a call for sound or pictures does without.
  const isCounted = call.dialect.operation.kind === 'conversation' || chargesTokens(call);
  const [textOutput, input] = await Promise.all([
    isCounted ? countTextOutput(call, deps) : measuredText(call, deps),
    isCounted ? countInput(call, deps.tokenCounter) : null,
  ]);
  const usage = withUnits(likelyInput(facts, input), call);
  usage.textOutput = textOutput;
  usage.audioOutput = audioTokens;
  usage.imageOutput = imageTokens;
  const rule = whole && !delivery.isCutAtLimit ? 'counted' : 'delivered_part';
  return { usage, isEstimated: true, rule };
}

/** Tokens of the text that was delivered: counted where that was provided for, else by its bytes. */
export async function countTextOutput(call: QuotedCall, deps: CountDeps): Promise<number> {
  const counted = (await call.delivery?.countOutput()) ?? null;
  // Measured last: the text of a whole answer is measured where it is counted.
  if (counted === null) return measuredText(call, deps);
  const { echoCount = 0, likelyInputTokens } = call.facts;
  const input = echoCount > 0 ? ((await countInput(call, deps.tokenCounter)) ?? likelyInputTokens) : 0;
  const measured = withinLimit(call, { tokens: tokensOf(counted.uncountedBytes), by: 'measured' }, deps);
  const tokens = Math.max(0, measured + counted.tokens - echoCount * input);
  return withinLimit(call, { tokens, by: 'counted' }, deps);
}

function measuredText(call: QuotedCall, deps: CountDeps): number {
  const { echoCount = 0, likelyInputTokens } = call.facts;
  const tokens = Math.max(0, tokensOf(call.delivery?.textBytes ?? 0) - echoCount * likelyInputTokens);
  return withinLimit(call, { tokens, by: 'measured' }, deps);
}

const tokensOf = (textBytes: number): number => Math.ceil(textBytes / BYTES_A_TOKEN);

/** Counts of tokens that cost nothing are not what a charge stands on. */
export const chargesTokens = ({ route }: QuotedCall): boolean =>
  route?.price.rates.some(({ input, output }) => input > 0 || output > 0) ?? true;

/** @returns null where it cannot be counted, or the request was let go because its usage was expected */
export async function countInput(
  { body, dialect }: QuotedCall,
  tokenCounter: RelayDeps['tokenCounter'],
): Promise<number | null> {
  return body.length === 0 ? null : tokenCounter.count({ json: body, ...dialect.inputTexts });
}
