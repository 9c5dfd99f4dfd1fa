import type { CountedUnit } from '@turnpike/contract';
import { serviceTierOf } from '../../billing/service-tier.ts';
import { inputTokensOf, NO_UNITS, noUsage, outputTokensOf, type Usage } from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';
import { numberOf } from '../../platform/json/exact-json.ts';

/** A usage object of Anthropic's, as far as it is read. */
export type AnthropicUsage = Readonly<Record<string, unknown>>;

const INPUT_COUNTS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const;
const DETAILS = ['cache_creation', 'output_tokens_details', 'iterations', 'server_tool_use'] as const;
/** How it was served: Claude docs, "Fast mode" and "Service tiers". */
const WAYS = ['speed', 'service_tier'] as const;
/** Calls inside of a call whose tokens the totals leave out. */
const COUNTED_BESIDE: ReadonlySet<unknown> = new Set(['compaction', 'advisor_message']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isCount = (value: unknown): boolean => (numberOf(value) ?? -1) >= 0;
/** Also what is no count: it is flagged where the whole is read. */
const isSaid = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * The usage that a stream has reported so far. Its numbers are totals, so a later number replaces an earlier one. A
 * number stays if the later event omits it, or reports zero for the whole input.
 */
export function withLaterUsage(earlier: AnthropicUsage | null, later: unknown): AnthropicUsage | null {
  if (!isObject(later)) return earlier;
  const merged: Record<string, unknown> = { ...earlier };
  if (INPUT_COUNTS.some((name) => isSaid(later[name]) && later[name] !== 0)) {
    for (const name of INPUT_COUNTS) if (isSaid(later[name])) merged[name] = later[name];
  }
  if (isSaid(later.output_tokens)) merged.output_tokens = later.output_tokens;
  for (const name of DETAILS) if (isObject(later[name])) merged[name] = later[name];
  for (const name of WAYS) if (isSaid(later[name])) merged[name] = later[name];
  return merged;
}

/** Whether what is said of a usage knows the text up to there: an input alone says nothing about it. */
export const saysOutput = (later: unknown): boolean =>
  isObject(later) && typeof later.output_tokens === 'number' && later.output_tokens > 0;

/**
 * Anthropic's usage as disjoint buckets. `input_tokens` excludes tokens read from a cache or written to one. Thinking is
 * part of the output. The tokens of a compaction or an advisor are in `iterations` alone. Web searches have a price per
 * search.
 * @param seen searches in the answer, counted if the usage does not report their number
 * @returns null when there is nothing that can be believed, nor flagged
 * Source: Claude API reference, "Create a Message"; Claude docs, "Prompt caching", "Compaction" and "Web search tool";
 * recordings in `server/test/recordings/anthropic-messages`, reports with their sources in `server/test/usages`.
 */
export function readAnthropicUsage(value: unknown, seen: readonly CountedUnit[] = NO_UNITS): Usage | null {
  if (!isObject(value)) return null;
  const usage = noUsage();
  const reading = new UsageReading();
  addCounts(usage, value, reading);
  if (Array.isArray(value.iterations)) {
    for (const iteration of value.iterations) {
      if (isObject(iteration) && COUNTED_BESIDE.has(iteration.type)) addCounts(usage, iteration, reading);
    }
  }
  const told = isObject(value.server_tool_use) ? value.server_tool_use.web_search_requests : null;
  const units = isSaid(told) ? reading.unit('web_search', told) : seen;
  if (inputTokensOf(usage) + outputTokensOf(usage) + units.length === 0 && reading.flags.length === 0)
    return null;
  if (units.length > 0) usage.units = units;
  usage.tier = serviceTierOf(value.speed) ?? serviceTierOf(value.service_tier);
  usage.flags = reading.flags;
  return usage;
}

/** The buckets in Anthropic's form. */
export function writeAnthropicUsage(usage: Usage): object {
  const { textInput, imageInput, audioInput, cacheRead, cacheWrite5m, cacheWrite1h, reasoningOutput } = usage;
  return {
    input_tokens: textInput + imageInput + audioInput,
    cache_creation_input_tokens: cacheWrite5m + cacheWrite1h,
    cache_read_input_tokens: cacheRead,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h },
    output_tokens: outputTokensOf(usage),
    ...(reasoningOutput > 0 && { output_tokens_details: { thinking_tokens: reasoningOutput } }),
  };
}

function addCounts(usage: Usage, source: AnthropicUsage, reading: UsageReading): void {
  const { written5m, written1h } = cacheWritesOf(source, reading);
  const output = reading.output(source.output_tokens);
  const details = isObject(source.output_tokens_details) ? source.output_tokens_details : {};
  const thinking = reading.takerFrom(output)(reading.detail(details.thinking_tokens));
  usage.textInput += reading.input(source.input_tokens);
  usage.cacheRead += reading.input(source.cache_read_input_tokens);
  usage.cacheWrite5m += written5m;
  usage.cacheWrite1h += written1h;
  usage.reasoningOutput += thinking;
  usage.textOutput += output - thinking;
}

/** The total is right where its parts say something else; what no part explains lives five minutes. */
function cacheWritesOf(
  { cache_creation, cache_creation_input_tokens }: AnthropicUsage,
  reading: UsageReading,
): { written5m: number; written1h: number } {
  const parts = isObject(cache_creation) ? cache_creation : {};
  const part5m = reading.input(parts.ephemeral_5m_input_tokens);
  const part1h = reading.input(parts.ephemeral_1h_input_tokens);
  const named = reading.input(cache_creation_input_tokens);
  const total = isCount(cache_creation_input_tokens) ? named : part5m + part1h;
  const written1h = Math.min(part1h, total);
  if (part5m + part1h > total) reading.flag('details_exceed_total');
  return { written5m: total - written1h, written1h };
}
