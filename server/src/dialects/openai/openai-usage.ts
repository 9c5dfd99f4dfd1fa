import type { CountedUnit } from '@turnpike/contract';
import { serviceTierOf } from '../../billing/service-tier.ts';
import {
  inputTokensOf,
  MAX_HIDDEN_OUTPUT,
  NO_UNITS,
  noUsage,
  outputTokensOf,
  type Usage,
} from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';
import { listOf } from '../neutral/json-values.ts';

type Members = Readonly<Record<string, unknown>>;

interface OpenAiUsage {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  total_tokens?: unknown;
  prompt_tokens_details?: unknown;
  completion_tokens_details?: unknown;
  /** Moonshot, Together AI. */
  cached_tokens?: unknown;
  /** DeepSeek. */
  prompt_cache_hit_tokens?: unknown;
  /** Databricks, of Claude. */
  cache_read_input_tokens?: unknown;
  cache_creation_input_tokens?: unknown;
  /** Perplexity: what was read for the answer, and its searches. */
  citation_tokens?: unknown;
  reasoning_tokens?: unknown;
  num_search_queries?: unknown;
  /** xAI. */
  num_sources_used?: unknown;
  /** OpenRouter. */
  server_tool_use?: unknown;
  /** xAI. */
  server_side_tool_usage_details?: unknown;
  /** Mistral. */
  prompt_audio_seconds?: unknown;
}

const NO_MEMBERS: Members = {};
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : NO_MEMBERS;

/**
 * OpenAI's usage as disjoint buckets. Its cached and audio tokens are part of the prompt's total, reasoning and
 * audio are part of the completion's; details that exceed their total are cut to it. A detail that
 * the vendor's own total counts in addition to its side is added. So are cached tokens that exceed the prompt, and tokens
 * that Perplexity's deep research read and thought.
 * @param serviceTier the answer's member of that name
 * @returns null when there is nothing that can be believed, nor flagged
 * Source: OpenAI API reference, "The chat completion object"; recordings in `server/test/recordings/openai-chat`,
 * reports with their sources in `server/test/usages`.
 */
export function readOpenAiUsage(value: unknown, serviceTier?: unknown): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const source = value as OpenAiUsage;
  const reading = new UsageReading();
  const inputDetails = membersOf(source.prompt_tokens_details);
  const outputDetails = membersOf(source.completion_tokens_details);
  const read = reading.detail(cachedIn(source, inputDetails));
  const lives = membersOf(inputDetails.cache_creation);
  const written1h = reading.detail(lives.ephemeral_1h_input_tokens);
  const written = Math.max(reading.detail(writtenIn(source, inputDetails)), written1h);
  const beside = tokensBeside(source, { read, written, reading });
  const input = reading.input(source.prompt_tokens) + beside.input;
  const output = reading.output(source.completion_tokens) + beside.output;
  if (input === 0 && output === 0 && reading.flags.length === 0) return null;

  const usage = noUsage();
  const takeInput = reading.takerFrom(input);
  usage.cacheRead = takeInput(read);
  usage.cacheWrite1h = takeInput(written1h);
  usage.cacheWrite5m = takeInput(written - written1h);
  usage.audioInput = takeInput(reading.detail(inputDetails.audio_tokens));
  // A video is charged as its pictures. Alibaba names it so.
  usage.imageInput = takeInput(
    reading.detail(inputDetails.image_tokens) + reading.detail(inputDetails.video_tokens),
  );
  usage.textInput = input - inputTokensOf(usage);

  const takeOutput = reading.takerFrom(output);
  usage.reasoningOutput = takeOutput(
    beside.output > 0 && outputDetails.reasoning_tokens === undefined
      ? beside.output
      : reading.detail(outputDetails.reasoning_tokens),
  );
  usage.audioOutput = takeOutput(reading.detail(outputDetails.audio_tokens));
  usage.imageOutput = takeOutput(reading.detail(outputDetails.image_tokens));
  usage.textOutput = output - outputTokensOf(usage);
  usage.units = unitsOf(source, reading);
  usage.tier = serviceTierOf(serviceTier);
  usage.flags = reading.flags;
  return usage;
}

const cachedIn = (source: OpenAiUsage, details: Members): unknown =>
  details.cached_tokens ??
  source.cached_tokens ??
  source.prompt_cache_hit_tokens ??
  source.cache_read_input_tokens;

/** As OpenRouter, Alibaba and Databricks name it. */
const writtenIn = (source: OpenAiUsage, details: Members): unknown =>
  details.cache_write_tokens ?? details.cache_creation_input_tokens ?? source.cache_creation_input_tokens;

/**
 * Searches and the like that vendors count in a usage. Sources: OpenRouter API reference, "Chat completion"
 * (`server_tool_use`); xAI docs, "Live Search" and "Tool usage"; Perplexity API reference, "Chat completions"; Mistral
 * docs, "Audio".
 */
function unitsOf(source: OpenAiUsage, reading: UsageReading): readonly CountedUnit[] {
  const { num_search_queries, num_sources_used, server_tool_use, prompt_audio_seconds } = source;
  const tools = source.server_side_tool_usage_details;
  if (!(num_search_queries || num_sources_used || server_tool_use || tools || prompt_audio_seconds))
    return NO_UNITS;
  const ofTools = membersOf(tools);
  const units = [
    ...reading.unit('web_search', membersOf(server_tool_use).web_search_requests),
    ...reading.unit('web_search', num_search_queries),
    ...reading.unit('web_search', ofTools.web_search_calls),
    ...reading.unit('search', ofTools.x_search_calls, 'x'),
    ...reading.unit('search', num_sources_used, 'source'),
    ...(typeof prompt_audio_seconds === 'number'
      ? reading.unit('second', prompt_audio_seconds, 'audio input')
      : []),
  ];
  return units.length === 0 ? NO_UNITS : units;
}

/** The usage in a chunk; Groq may have it in a member of its own. */
export const usageIn = (chunk: { usage?: unknown; x_groq?: unknown; choices?: unknown }): unknown =>
  chunk.usage ??
  (chunk.x_groq as { usage?: unknown } | null | undefined)?.usage ??
  // Moonshot's older form.
  (listOf(chunk.choices)[0] as { usage?: unknown } | null | undefined)?.usage;

/** The buckets in the form of OpenAI's chat. */
export function writeChatUsage(usage: Usage): object {
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  const prompt_tokens = inputTokensOf(usage);
  const completion_tokens = outputTokensOf(usage);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      ...(written > 0 && { cache_write_tokens: written }),
      audio_tokens: usage.audioInput,
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoningOutput, audio_tokens: usage.audioOutput },
  };
}

/**
 * Tokens that the vendor's total holds beyond prompt and completion: xAI counts reasoning there, Mistral the audio
 * of the prompt, and Gemini's OpenAI-compatible API its thinking, which it names nowhere. A total without an
 * explanation is flagged and not believed. If the cache has more tokens than the prompt, all are additional, as Anthropic
 * counts. Perplexity's deep research has tokens in addition to both, and its total omits them.
 */
function tokensBeside(
  source: OpenAiUsage,
  { read, written, reading }: { read: number; written: number; reading: UsageReading },
): { input: number; output: number } {
  const prompt = reading.input(source.prompt_tokens);
  const completion = reading.output(source.completion_tokens);
  const total = reading.detail(source.total_tokens);
  if (source.citation_tokens !== undefined) {
    reading.checkTotal(total, prompt + completion);
    return { input: reading.input(source.citation_tokens), output: reading.output(source.reasoning_tokens) };
  }
  if (reading.lacksSide) return { input: 0, output: 0 };
  const cached = read + written;
  const isCacheBeside = Math.max(read, written) > prompt;
  const input = isCacheBeside ? cached : 0;
  const beyond = total - prompt - completion;
  if (isCacheBeside && beyond < input) reading.flag('cache_exceeds_input');
  const gap = beyond >= input ? beyond - input : beyond;
  const namedReasoning = membersOf(source.completion_tokens_details).reasoning_tokens;
  const reasoning = reading.detail(namedReasoning);
  const audio = reading.detail(membersOf(source.prompt_tokens_details).audio_tokens);
  const hasNoOutput = source.completion_tokens === undefined || source.completion_tokens === null;
  if (hasNoOutput || gap <= 0) {
    reading.checkTotal(total, prompt + completion, prompt + completion + input);
    return { input, output: 0 };
  }
  if (gap === reasoning) return { input, output: reasoning };
  if (gap === audio) return { input: input + audio, output: 0 };
  if (gap === audio + reasoning) return { input: input + audio, output: reasoning };
  if (gap === cached) return { input: cached, output: 0 };
  if (namedReasoning === undefined && gap <= MAX_HIDDEN_OUTPUT) return { input, output: gap };
  reading.checkTotal(total, prompt + completion, prompt + completion + input);
  return { input, output: 0 };
}
