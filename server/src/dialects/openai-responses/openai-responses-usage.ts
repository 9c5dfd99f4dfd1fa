import type { CountedUnit } from '@turnpike/contract';
import { serviceTierOf } from '../../billing/service-tier.ts';
import { inputTokensOf, NO_UNITS, noUsage, outputTokensOf, type Usage } from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';

type Members = Readonly<Record<string, unknown>>;

interface ResponsesUsage {
  input_tokens?: unknown;
  output_tokens?: unknown;
  total_tokens?: unknown;
  input_tokens_details?: unknown;
  output_tokens_details?: unknown;
  /** xAI. */
  num_sources_used?: unknown;
  server_side_tool_usage_details?: unknown;
}

const NO_MEMBERS: Members = {};
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : NO_MEMBERS;

/**
 * The usage of a response as disjoint buckets. Cached and written tokens, sound and pictures are part of the input's total.
 * Reasoning, sound and pictures are part of the output's. Details that exceed their total are cut to it. Reasoning that the
 * vendor's own total counts in addition to the output is added. So are cached tokens in addition to the input.
 * @param further units counted in the response's output, and its member `service_tier`
 * @returns null where there is nothing that can be believed, nor flagged
 * Source: OpenAI API reference, "The response object"; recordings in `server/test/recordings/openai-responses`,
 * reports with their sources in `server/test/usages`.
 */
export function readResponsesUsage(
  value: unknown,
  { units = NO_UNITS, serviceTier }: { units?: readonly CountedUnit[]; serviceTier?: unknown } = {},
): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const source = value as ResponsesUsage;
  const reading = new UsageReading();
  const inputDetails = membersOf(source.input_tokens_details);
  const outputDetails = membersOf(source.output_tokens_details);
  const namedInput = reading.input(source.input_tokens);
  const namedOutput = reading.output(source.output_tokens);
  const total = reading.detail(source.total_tokens);
  const reasoning = reading.detail(outputDetails.reasoning_tokens);
  const gap = total - namedInput - namedOutput;
  const isBeside = gap === reasoning;
  const output = namedOutput + (isBeside ? reasoning : 0);
  const read = reading.detail(inputDetails.cached_tokens);
  const written = reading.detail(inputDetails.cache_write_tokens);
  const exceeds = Math.max(read, written) > namedInput;
  const isCacheBeside = exceeds || (!isBeside && gap === read + written);
  const input = namedInput + (isCacheBeside ? read + written : 0);
  if (exceeds && gap < read + written) reading.flag('cache_exceeds_input');
  reading.checkTotal(total, namedInput + namedOutput, input + output);
  if (input === 0 && output === 0 && reading.flags.length === 0) return null;

  const usage = noUsage();
  const takeInput = reading.takerFrom(input);
  usage.cacheRead = takeInput(read);
  // The catalogue of prices has a short life and a long one.
  const takeWritten = reading.takerFrom(takeInput(written));
  usage.cacheWrite1h = takeWritten(
    reading.detail(membersOf(inputDetails.cache_write_tokens_details).ttl_12h_tokens),
  );
  usage.cacheWrite5m = Math.max(0, Math.min(written, input - usage.cacheRead) - usage.cacheWrite1h);
  usage.audioInput = takeInput(reading.detail(inputDetails.audio_tokens));
  usage.imageInput = takeInput(reading.detail(inputDetails.image_tokens));
  usage.textInput = input - inputTokensOf(usage);

  const takeOutput = reading.takerFrom(output);
  usage.reasoningOutput = takeOutput(reasoning);
  usage.audioOutput = takeOutput(reading.detail(outputDetails.audio_tokens));
  usage.imageOutput = takeOutput(reading.detail(outputDetails.image_tokens));
  usage.textOutput = output - outputTokensOf(usage);
  usage.units = unitsOf(source, units, reading);
  usage.tier = serviceTierOf(serviceTier);
  usage.flags = reading.flags;
  return usage;
}

/** Source: xAI docs, "Live Search" and "Tool usage". */
function unitsOf(
  { num_sources_used, server_side_tool_usage_details }: ResponsesUsage,
  units: readonly CountedUnit[],
  reading: UsageReading,
): readonly CountedUnit[] {
  const named = membersOf(server_side_tool_usage_details);
  const told = [
    ...reading.unit('web_search', named.web_search_calls),
    ...reading.unit('search', named.x_search_calls, 'x'),
    ...reading.unit('search', num_sources_used, 'source'),
  ];
  if (told.length === 0) return units;
  // Where the vendor counts its searches, its items are not counted again.
  const kinds = new Set(told.map(({ kind }) => kind));
  return [...units.filter(({ kind }) => !kinds.has(kind)), ...told];
}

/** The buckets in the form of a response. Clients need every detail, even if it is 0. */
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
