import { outputTokensOf, type Usage } from '../../billing/usage.ts';
import type { QuotedCall } from '../call/call-context.ts';
import type { AnswerFindings } from '../call/opened-answer.ts';
import { likelyInput, type UsedTokens, withUnits } from '../cost/used-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** Approximate bytes of text per token, if the text was not counted. */
const BYTES_A_TOKEN = 4;

/** Complete, also where the site withheld it. */
const isWhole = ({ error, answer }: QuotedCall): boolean =>
  (error === null || error.code === 'answer.unsafe') && answer?.isComplete === true;

/** No countable content was sent; a role, an empty part or the name of a call may have been. */
const saysNothing = ({ textBytes, audioTokens, imageTokens }: AnswerFindings): boolean =>
  textBytes + audioTokens + imageTokens === 0;

/** Dependencies of an estimate. */
export type CountDeps = Pick<RelayDeps, 'tokenCounter'>;

/**
 * Whether a complete answer has no content. Vectors have no text, but are content. One that the gateway cut
 * had some.
 */
export const isEmpty = (call: QuotedCall): boolean =>
  isWhole(call) &&
  call.dialect.operation.kind === 'conversation' &&
  call.answer?.isCutAtLimit === false &&
  call.answer.isEmpty();

/** @returns null if the upstream reported nothing, or none of its answer was sent */
export async function reportedUsage(call: QuotedCall, deps: CountDeps): Promise<UsedTokens | null> {
  const { answer } = call;
  if (answer === null || answer.usage === null) return null;
  const { usage } = answer;
  const rule = isWhole(call) && !answer.isCutAtLimit ? 'usage' : 'delivered_part';
  // Some vendors report the input first, before any part of the answer.
  if (!isWhole(call) && (!answer.hasLeft || (!answer.isComplete && saysNothing(answer)))) return null;
  // Some upstreams report usage in the first event; it does not include later text.
  if (answer.unreportedBytes === 0) return { usage, isEstimated: false, rule: 'usage' };
  // The plausibility of a complete answer without output is checked later.
  if (rule === 'usage' && outputTokensOf(usage) === 0) return { usage, isEstimated: false, rule };
  const textOutput = await withUnreportedText(call, { answer, usage }, deps);
  return { usage: { ...usage, textOutput }, isEstimated: true, rule };
}

async function withUnreportedText(
  call: QuotedCall,
  { answer, usage: { textOutput } }: { answer: AnswerFindings; usage: Usage },
  deps: CountDeps,
): Promise<number> {
  const { unreportedBytes, textBytes } = answer;
  if (unreportedBytes === textBytes) return Math.max(textOutput, await countTextOutput(call, deps));
  return textOutput + tokensOf(unreportedBytes);
}

/** @returns null if nothing is charged */
export async function countedUsage(call: QuotedCall, deps: CountDeps): Promise<UsedTokens | null> {
  const { answer, facts } = call;
  if (answer === null) return null;
  const whole = isWhole(call);
  const { audioTokens, imageTokens } = answer;
  if (!whole && (!answer.hasLeft || saysNothing(answer))) return null;
  // The counter takes 70 MiB. If tokens are free, calls for sound or pictures do not load it.
  const isCounted = call.dialect.operation.kind === 'conversation' || chargesTokens(call);
  const [textOutput, input] = await Promise.all([
    isCounted ? countTextOutput(call, deps) : measuredText(call),
    isCounted ? countInput(call, deps.tokenCounter) : null,
  ]);
  const usage = withUnits(likelyInput(facts, input), call);
  usage.textOutput = textOutput;
  usage.audioOutput = audioTokens;
  usage.imageOutput = imageTokens;
  const rule = whole && !answer.isCutAtLimit ? 'counted' : 'delivered_part';
  return { usage, isEstimated: true, rule };
}

/** Returns the tokens of the delivered text: counted if a counter ran, else estimated from its bytes. */
export async function countTextOutput(call: QuotedCall, deps: CountDeps): Promise<number> {
  const counted = (await call.answer?.countOutput()) ?? null;
  // Measured last: counting a complete answer also measures it.
  if (counted === null) return measuredText(call);
  const { echoCount = 0, likelyInputTokens } = call.facts;
  const input = echoCount > 0 ? ((await countInput(call, deps.tokenCounter)) ?? likelyInputTokens) : 0;
  return Math.max(0, tokensOf(counted.uncountedBytes) + counted.tokens - echoCount * input);
}

function measuredText({ answer, facts }: QuotedCall): number {
  const { echoCount = 0, likelyInputTokens } = facts;
  return Math.max(0, tokensOf(answer?.textBytes ?? 0) - echoCount * likelyInputTokens);
}

const tokensOf = (textBytes: number): number => Math.ceil(textBytes / BYTES_A_TOKEN);

/** Whether tokens have a price; otherwise a charge does not depend on their count. */
export const chargesTokens = ({ route }: QuotedCall): boolean =>
  route?.price.rates.some(({ input, output }) => input > 0 || output > 0) ?? true;

/** @returns null if it cannot be counted, or the body was released because usage was expected */
export async function countInput(
  { body, dialect }: QuotedCall,
  tokenCounter: RelayDeps['tokenCounter'],
): Promise<number | null> {
  return body.length === 0 ? null : tokenCounter.count({ json: body, ...dialect.inputTexts });
}
