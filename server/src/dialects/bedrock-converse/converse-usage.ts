import { noUsage, type Usage } from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';
import { listOf, objectOf } from '../neutral/json-values.ts';

/**
 * Usage of Converse as disjoint buckets: the input leaves out what was read from a cache or written to one, and thinking
 * is part of the output.
 * @returns null where nothing was said
 * Source: Amazon Bedrock API reference, "TokenUsage" and "CacheDetail"; recordings in
 * `server/test/recordings/bedrock-converse`.
 */
export function readConverseUsage(value: unknown): Usage | null {
  const told = objectOf(value);
  if (told === null) return null;
  const usage = noUsage();
  const reading = new UsageReading();
  usage.textInput = reading.input(told.inputTokens);
  usage.textOutput = reading.output(told.outputTokens);
  usage.cacheRead = reading.input(told.cacheReadInputTokens);
  const written = reading.input(told.cacheWriteInputTokens);
  const writtenFor1h = listOf(told.cacheDetails).reduce<number>((sum, detail) => {
    const { ttl, inputTokens } = objectOf(detail) ?? {};
    return ttl === '1h' ? sum + reading.detail(inputTokens) : sum;
  }, 0);
  usage.cacheWrite1h = reading.takerFrom(written)(writtenFor1h);
  usage.cacheWrite5m = written - usage.cacheWrite1h;
  const beside = usage.textInput + usage.textOutput;
  reading.checkTotal(reading.detail(told.totalTokens), beside, beside + usage.cacheRead + written);
  usage.flags = reading.flags;
  return beside + usage.cacheRead + written === 0 && reading.flags.length === 0 ? null : usage;
}
