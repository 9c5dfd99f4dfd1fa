import { inputTokensOf, noUsage, outputTokensOf, readCount, type Usage } from '../../billing/usage.ts';

interface OpenAiUsage {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  total_tokens?: unknown;
  prompt_tokens_details?: Record<string, unknown> | null;
  completion_tokens_details?: Record<string, unknown> | null;
  /** Moonshot, Together AI. */
  cached_tokens?: unknown;
  /** DeepSeek. */
  prompt_cache_hit_tokens?: unknown;
  /** Databricks, of Claude. */
  cache_read_input_tokens?: unknown;
  cache_creation_input_tokens?: unknown;
}

/**
 * OpenAI's usage as disjoint buckets. Its cached and audio tokens are part of the prompt's total, reasoning and
 * audio are part of the completion's; details that exceed their total are cut to it. Where the vendor's own total
 * says that a detail is counted beside its side, it is added; so are cached tokens that exceed the prompt.
 * @returns null when there is nothing that can be believed
 * Source: OpenAI API reference, "The chat completion object"; recordings in `server/test/recordings/openai-chat`.
 */
export function readOpenAiUsage(value: unknown): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const source = value as OpenAiUsage;
  const inputDetails = source.prompt_tokens_details ?? {};
  const outputDetails = source.completion_tokens_details ?? {};
  const read = readCount(cachedIn(source));
  const written = readCount(inputDetails.cache_write_tokens ?? source.cache_creation_input_tokens);
  const beside = tokensBeside(source, { read, written });
  const input = readCount(source.prompt_tokens) + beside.input;
  const output = readCount(source.completion_tokens) + beside.output;
  if (input === 0 && output === 0) return null;

  const usage = noUsage();
  let rest = input;
  const takeInput = (count: unknown): number => {
    const taken = Math.min(readCount(count), rest);
    rest -= taken;
    return taken;
  };
  usage.cacheRead = takeInput(read);
  usage.cacheWrite5m = takeInput(written);
  usage.audioInput = takeInput(inputDetails.audio_tokens);
  usage.imageInput = takeInput(inputDetails.image_tokens);
  usage.textInput = rest;

  let outputRest = output;
  const takeOutput = (count: unknown): number => {
    const taken = Math.min(readCount(count), outputRest);
    outputRest -= taken;
    return taken;
  };
  usage.reasoningOutput = takeOutput(outputDetails.reasoning_tokens ?? beside.output);
  usage.audioOutput = takeOutput(outputDetails.audio_tokens);
  usage.imageOutput = takeOutput(outputDetails.image_tokens);
  usage.textOutput = outputRest;
  return usage;
}

const cachedIn = (source: OpenAiUsage): unknown =>
  source.prompt_tokens_details?.cached_tokens ??
  source.cached_tokens ??
  source.prompt_cache_hit_tokens ??
  source.cache_read_input_tokens;

/** The usage that a chunk tells; Groq may tell it in a member of its own. */
export const usageIn = (chunk: { usage?: unknown; x_groq?: unknown }): unknown =>
  chunk.usage ?? (chunk.x_groq as { usage?: unknown } | null | undefined)?.usage;

/** The buckets as OpenAI's chat tells them. */
export function writeChatUsage(usage: Usage): object {
  const prompt_tokens = inputTokensOf(usage);
  const completion_tokens = outputTokensOf(usage);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, audio_tokens: usage.audioInput },
    completion_tokens_details: { reasoning_tokens: usage.reasoningOutput, audio_tokens: usage.audioOutput },
  };
}

/**
 * Tokens that the vendor's total holds beyond prompt and completion: xAI counts reasoning there, Mistral the audio
 * of the prompt, and Gemini's OpenAI-compatible API its thinking, which it names nowhere. A total that nothing
 * explains is not believed. Of a cache that has more tokens than the prompt, all stand beside it, as Anthropic counts.
 */
function tokensBeside(
  source: OpenAiUsage,
  { read, written }: { read: number; written: number },
): { input: number; output: number } {
  const prompt = readCount(source.prompt_tokens);
  const cached = read + written;
  const isCacheBeside = Math.max(read, written) > prompt;
  const input = isCacheBeside ? cached : 0;
  const beyond = readCount(source.total_tokens) - prompt - readCount(source.completion_tokens);
  const gap = beyond >= input ? beyond - input : beyond;
  const namedReasoning = source.completion_tokens_details?.reasoning_tokens;
  const reasoning = readCount(namedReasoning);
  const audio = readCount(source.prompt_tokens_details?.audio_tokens);
  if (gap <= 0 || source.completion_tokens === undefined) return { input, output: 0 };
  if (gap === reasoning) return { input, output: reasoning };
  if (gap === audio) return { input: input + audio, output: 0 };
  if (gap === audio + reasoning) return { input: input + audio, output: reasoning };
  if (gap === cached) return { input: cached, output: 0 };
  return { input, output: namedReasoning === undefined ? gap : 0 };
}
