import type { CountedUnit } from '@turnpike/contract';
import { serviceTierOf } from '../../billing/service-tier.ts';
import { inputTokensOf, NO_UNITS, noUsage, outputTokensOf, type Usage } from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';

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
  /** Gemini API and Vertex AI. */
  serviceTier?: unknown;
  trafficType?: unknown;
}

/**
 * Google's usage as disjoint buckets. Cached tokens are part of the prompt, unless the total shows that they are
 * separate. Tokens of thinking and of tool results are separate from candidates and prompt. Details that exceed their
 * total are cut to it.
 * @param units units counted in the answer
 * @returns null when there is nothing that can be believed, nor flagged
 * Source: Gemini API reference, "UsageMetadata"; recordings in `server/test/recordings/gemini`, reports with their
 * sources in `server/test/usages`.
 */
export function readGeminiUsage(value: unknown, units: readonly CountedUnit[] = NO_UNITS): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const source = value as GeminiUsage;
  const reading = new UsageReading();
  const cached = reading.detail(source.cachedContentTokenCount);
  const toolUse = reading.input(source.toolUsePromptTokenCount);
  const thoughts = reading.output(source.thoughtsTokenCount);
  const candidates = reading.output(source.candidatesTokenCount);
  const prompt = reading.input(source.promptTokenCount);
  const total = reading.detail(source.totalTokenCount);
  const named = prompt + toolUse + candidates + thoughts;
  const isNamedBeside = cached > 0 && total === named + cached;
  const isBeside = isNamedBeside || cached > prompt + toolUse;
  if (isBeside && !isNamedBeside) reading.flag('cache_exceeds_input');
  reading.checkTotal(total, named, named + (isBeside ? cached : 0));
  const input = prompt + toolUse + (isBeside ? cached : 0);

  const usage = noUsage();
  const asked = [source.promptTokensDetails, source.toolUsePromptTokensDetails];
  const fromCache = isBeside ? [] : [source.cacheTokensDetails];
  const fresh = (kinds: readonly string[]): number =>
    Math.max(0, countOf(asked, kinds, reading) - countOf(fromCache, kinds, reading));
  const takeInput = reading.takerFrom(input);
  usage.cacheRead = takeInput(cached);
  usage.audioInput = takeInput(fresh(AUDIO));
  usage.imageInput = takeInput(fresh(PICTURES));
  usage.textInput = input - inputTokensOf(usage);

  usage.reasoningOutput = thoughts;
  const takeOutput = reading.takerFrom(candidates);
  usage.audioOutput = takeOutput(countOf([source.candidatesTokensDetails], AUDIO, reading));
  usage.imageOutput = takeOutput(countOf([source.candidatesTokensDetails], PICTURES, reading));
  usage.textOutput = candidates - usage.audioOutput - usage.imageOutput;
  usage.units = units;
  usage.tier = serviceTierOf(source.serviceTier) ?? serviceTierOf(source.trafficType);
  usage.flags = reading.flags;
  return input === 0 && outputTokensOf(usage) === 0 && usage.flags.length === 0 ? null : usage;
}

/** The buckets in Google's form. */
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

/** Tokens of some kinds in lists of `{"modality", "tokenCount"}`. */
function countOf(lists: readonly unknown[], kinds: readonly string[], reading: UsageReading): number {
  let sum = 0;
  for (const list of lists) {
    if (!Array.isArray(list)) continue;
    for (const entry of list as ({ modality?: unknown; tokenCount?: unknown } | null)[]) {
      if (kinds.includes(entry?.modality as string)) sum += reading.detail(entry?.tokenCount);
    }
  }
  return sum;
}
