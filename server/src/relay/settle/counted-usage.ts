import type { QuotedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { likelyInput, type UsedTokens } from './used-tokens.ts';

/** Bytes of text a token has, about, where nobody counted. */
const BYTES_A_TOKEN = 4;

const isWhole = ({ error, delivery }: QuotedCall): boolean => error === null && delivery?.isComplete === true;

/** @returns null where the upstream said nothing, or nothing of its answer has left */
export function reportedUsage(call: QuotedCall): UsedTokens | null {
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
export async function countedUsage(
  call: QuotedCall,
  tokenCounter: RelayNeeds['tokenCounter'],
): Promise<UsedTokens | null> {
  const { delivery, facts } = call;
  if (delivery === null) return null;
  const whole = isWhole(call);
  const { audioTokens, imageTokens } = delivery;
  if (!whole && (!delivery.hasLeft || delivery.textBytes + audioTokens + imageTokens === 0)) return null;
  const [textOutput, input] = await Promise.all([
    countTextOutput(call),
    whole ? countInput(call, tokenCounter) : null,
  ]);
  const usage = likelyInput(facts, input);
  usage.textOutput = textOutput;
  usage.audioOutput = audioTokens;
  usage.imageOutput = imageTokens;
  return { usage, isEstimated: true };
}

/** Tokens of the text that was delivered: counted where the answer is whole, else by its bytes. */
export async function countTextOutput(call: QuotedCall): Promise<number> {
  const { delivery } = call;
  if (delivery === null) return 0;
  const counted = isWhole(call) ? await delivery.countOutput() : null;
  // Read last: the text of a whole answer is measured where it is counted.
  return counted ?? Math.ceil(delivery.textBytes / BYTES_A_TOKEN);
}

/** @returns null where it cannot be counted, or the request was let go because its usage was expected */
export async function countInput(
  { body, dialect }: QuotedCall,
  tokenCounter: RelayNeeds['tokenCounter'],
): Promise<number | null> {
  return body.length === 0 ? null : tokenCounter.count({ json: body, ...dialect.inputTexts });
}
