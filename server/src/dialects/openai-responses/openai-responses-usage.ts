import { inputTokensOf, noUsage, outputTokensOf, readCount, type Usage } from '../../billing/usage.ts';

interface ResponsesUsage {
  input_tokens?: unknown;
  output_tokens?: unknown;
  total_tokens?: unknown;
  input_tokens_details?: Record<string, unknown> | null;
  output_tokens_details?: Record<string, unknown> | null;
}

/**
 * The usage of a response as disjoint buckets: cached, written, sound and pictures are part of the input's total,
 * reasoning, sound and pictures part of the output's; details that exceed their total are cut to it. Reasoning that the
 * vendor's own total counts beside the output is added; so are cached tokens that it counts beside the input, or that
 * exceed it.
 * @returns null where there is nothing that can be believed
 * Source: OpenAI API reference, "The response object"; recordings in `server/test/recordings/openai-responses`.
 */
export function readResponsesUsage(value: unknown): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const source = value as ResponsesUsage;
  const inputDetails = source.input_tokens_details ?? {};
  const outputDetails = source.output_tokens_details ?? {};
  const named = readCount(source.input_tokens);
  const reasoning = readCount(outputDetails.reasoning_tokens);
  const gap = readCount(source.total_tokens) - named - readCount(source.output_tokens);
  const isBeside = gap === reasoning;
  const output = readCount(source.output_tokens) + (isBeside ? reasoning : 0);
  const read = readCount(inputDetails.cached_tokens);
  const written = readCount(inputDetails.cache_write_tokens);
  const isCacheBeside = Math.max(read, written) > named || (!isBeside && gap === read + written);
  const input = named + (isCacheBeside ? read + written : 0);
  if (input === 0 && output === 0) return null;

  const usage = noUsage();
  const takeInput = takerFrom(input);
  usage.cacheRead = takeInput(read);
  const lives = inputDetails.cache_write_tokens_details as Record<string, unknown> | null | undefined;
  const takeWritten = takerFrom(takeInput(written));
  // The catalogue of prices has a short life and a long one.
  usage.cacheWrite1h = takeWritten(lives?.ttl_12h_tokens);
  usage.cacheWrite5m = takeWritten(Number.MAX_SAFE_INTEGER);
  usage.audioInput = takeInput(inputDetails.audio_tokens);
  usage.imageInput = takeInput(inputDetails.image_tokens);
  usage.textInput = takeInput(Number.MAX_SAFE_INTEGER);

  const takeOutput = takerFrom(output);
  usage.reasoningOutput = takeOutput(reasoning);
  usage.audioOutput = takeOutput(outputDetails.audio_tokens);
  usage.imageOutput = takeOutput(outputDetails.image_tokens);
  usage.textOutput = takeOutput(Number.MAX_SAFE_INTEGER);
  return usage;
}

/** Takes counts out of a total until nothing is left of it. */
function takerFrom(total: number): (count: unknown) => number {
  let rest = total;
  return (count) => {
    const taken = Math.min(readCount(count), rest);
    rest -= taken;
    return taken;
  };
}

/** The buckets as a response tells them; clients need every detail, also where it is 0. */
export function writeResponsesUsage(usage: Usage): object {
  const input_tokens = inputTokensOf(usage);
  const output_tokens = outputTokensOf(usage);
  return {
    input_tokens,
    input_tokens_details: {
      cached_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    },
    output_tokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningOutput },
    total_tokens: input_tokens + output_tokens,
  };
}
