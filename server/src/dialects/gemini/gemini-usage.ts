import { inputTokensOf, noUsage, outputTokensOf, readCount, type Usage } from '../../billing/usage.ts';

interface GeminiUsage {
  promptTokenCount?: unknown;
  cachedContentTokenCount?: unknown;
  candidatesTokenCount?: unknown;
  thoughtsTokenCount?: unknown;
  toolUsePromptTokenCount?: unknown;
  totalTokenCount?: unknown;
  promptTokensDetails?: unknown;
  cacheTokensDetails?: unknown;
  candidatesTokensDetails?: unknown;
  toolUsePromptTokensDetails?: unknown;
}

/**
 * Google's usage as disjoint buckets. Cached tokens are part of the prompt, unless the total says that they stand
 * beside it; those of thinking and of what tools brought in stand beside candidates and prompt. Details that exceed
 * their total are cut to it.
 * @returns null when there is nothing that can be believed
 * Source: Gemini API reference, "UsageMetadata"; recordings in `server/test/recordings/gemini`.
 */
export function readGeminiUsage(value: unknown): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const source = value as GeminiUsage;
  const cached = readCount(source.cachedContentTokenCount);
  const toolUse = readCount(source.toolUsePromptTokenCount);
  const thoughts = readCount(source.thoughtsTokenCount);
  const candidates = readCount(source.candidatesTokenCount);
  const prompt = readCount(source.promptTokenCount);
  const named = prompt + toolUse + candidates + thoughts;
  const isBeside = cached > 0 && readCount(source.totalTokenCount) === named + cached;
  const input = prompt + toolUse + (isBeside ? cached : 0);

  const usage = noUsage();
  const asked = [source.promptTokensDetails, source.toolUsePromptTokensDetails];
  const fromCache = isBeside ? [] : [source.cacheTokensDetails];
  const fresh = (kinds: readonly string[]): number =>
    Math.max(0, countOf(asked, kinds) - countOf(fromCache, kinds));
  const takeInput = takingFrom(input);
  usage.cacheRead = takeInput(cached);
  usage.audioInput = takeInput(fresh(AUDIO));
  usage.imageInput = takeInput(fresh(PICTURES));
  usage.textInput = takeInput(Number.MAX_SAFE_INTEGER);

  usage.reasoningOutput = thoughts;
  const takeOutput = takingFrom(candidates);
  usage.audioOutput = takeOutput(countOf([source.candidatesTokensDetails], AUDIO));
  usage.imageOutput = takeOutput(countOf([source.candidatesTokensDetails], PICTURES));
  usage.textOutput = takeOutput(Number.MAX_SAFE_INTEGER);
  return input === 0 && outputTokensOf(usage) === 0 ? null : usage;
}

/** The buckets as Google tells them. */
export function writeGeminiUsage(usage: Usage): object {
  const { cacheRead, imageInput, audioInput, reasoningOutput, imageOutput, audioOutput } = usage;
  const promptTokenCount = inputTokensOf(usage);
  const output = outputTokensOf(usage);
  const candidatesTokenCount = output - reasoningOutput;
  return {
    promptTokenCount,
    candidatesTokenCount,
    totalTokenCount: promptTokenCount + output,
    promptTokensDetails: detailsOf(promptTokenCount, { IMAGE: imageInput, AUDIO: audioInput }),
    ...(imageOutput + audioOutput > 0 && {
      candidatesTokensDetails: detailsOf(candidatesTokenCount, { IMAGE: imageOutput, AUDIO: audioOutput }),
    }),
    ...(cacheRead > 0 && { cachedContentTokenCount: cacheRead }),
    ...(reasoningOutput > 0 && { thoughtsTokenCount: reasoningOutput }),
  };
}

/** Tokens by kind; what is of no other kind is text. */
function detailsOf(total: number, others: Readonly<Record<string, number>>): object[] {
  const rest = Object.values(others).reduce((left, count) => left - count, total);
  return Object.entries({ TEXT: rest, ...others })
    .filter(([, tokenCount]) => tokenCount > 0)
    .map(([modality, tokenCount]) => ({ modality, tokenCount }));
}

const AUDIO = ['AUDIO'];
/** A video is charged as its pictures. */
const PICTURES = ['IMAGE', 'VIDEO'];

function takingFrom(total: number): (count: number) => number {
  let rest = total;
  return (count) => {
    const taken = Math.min(count, rest);
    rest -= taken;
    return taken;
  };
}

/** Tokens of some kinds in lists of `{"modality", "tokenCount"}`. */
function countOf(lists: readonly unknown[], kinds: readonly string[]): number {
  let sum = 0;
  for (const list of lists) {
    if (!Array.isArray(list)) continue;
    for (const entry of list as ({ modality?: unknown; tokenCount?: unknown } | null)[]) {
      if (kinds.includes(entry?.modality as string)) sum += readCount(entry?.tokenCount);
    }
  }
  return sum;
}
