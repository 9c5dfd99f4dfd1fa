import { type UsageClass, usageClasses } from '@turnpike/contract';
import type { PriceTable } from '../db/tables.ts';
import { formatDecimal, ONE, parseDecimal } from './decimal.ts';
import type { UsageBucket } from './usage.ts';

/** A model's price, ready for charging: one ratio a bucket, in whole billionths of a point per token. */
export interface Price {
  model: string;
  version: number;
  type: 'tokens' | 'times';
  channelType: number;
  input: bigint;
  output: bigint;
  buckets: Readonly<Record<UsageBucket, bigint>>;
  /** The same ratios as a log row keeps them. */
  bucketTexts: Readonly<Record<UsageBucket, string>>;
  inputRatio: number;
  outputRatio: number;
}

/** Immutable prices by model, exact names first, then the longest wildcard. */
export interface PriceBook {
  find(model: string): Price | undefined;
}

/** Names of each bucket in `extra_ratios`: the first one present counts, the first of all says side and fallback. */
const bucketClasses: Record<UsageBucket, readonly [UsageClass, ...UsageClass[]]> = {
  textInput: ['input_text_tokens'],
  cacheRead: ['cached_read_tokens', 'cached_tokens'],
  cacheWrite5m: ['cached_write_tokens'],
  cacheWrite1h: ['cached_write_1h_tokens'],
  imageInput: ['input_image_tokens'],
  audioInput: ['input_audio_tokens'],
  textOutput: ['output_text_tokens'],
  reasoningOutput: ['reasoning_tokens'],
  imageOutput: ['output_image_tokens'],
  audioOutput: ['output_audio_tokens'],
};

export type PriceRow = Pick<
  PriceTable,
  'model' | 'version' | 'type' | 'channel_type' | 'input' | 'output' | 'extra_ratios'
>;

export function toPrice(row: PriceRow): Price {
  const input = parseDecimal(row.input);
  const output = parseDecimal(row.output);
  const extras = new Map<string, unknown>(Object.entries(JSON.parse(row.extra_ratios) as object));
  const buckets = {} as Record<UsageBucket, bigint>;
  const bucketTexts = {} as Record<UsageBucket, string>;
  for (const bucket of Object.keys(bucketClasses) as UsageBucket[]) {
    const names = bucketClasses[bucket];
    const { side, fallback } = usageClasses[names[0]];
    const named = names.map((name) => extras.get(name)).find((value) => value !== undefined);
    const ratio = ((side === 'input' ? input : output) * parseDecimal(String(named ?? fallback))) / ONE;
    buckets[bucket] = ratio;
    bucketTexts[bucket] = formatDecimal(ratio);
  }
  const type = row.type === 'times' ? 'times' : 'tokens';
  return {
    model: row.model,
    version: row.version,
    type,
    channelType: row.channel_type,
    input,
    output,
    buckets,
    bucketTexts,
    inputRatio: Number(row.input),
    outputRatio: Number(row.output),
  };
}

/**
 * @param onUnreadable is told of each row that cannot be read. Its models have no price then: a wider wildcard must
 *   not take its place, because it may cost less.
 */
export function buildPriceBook(
  rows: readonly PriceRow[],
  onUnreadable: (model: string, error: unknown) => void = rethrow,
): PriceBook {
  const exact = new Map<string, Price | undefined>();
  const wildcards: { stem: string; price: Price | undefined }[] = [];
  for (const row of rows) {
    let price: Price | undefined;
    try {
      price = toPrice(row);
    } catch (error) {
      onUnreadable(row.model, error);
    }
    if (row.model.endsWith('*')) wildcards.push({ stem: row.model.slice(0, -1), price });
    else exact.set(row.model, price);
  }
  // The longest stem is the most particular one, so overlapping wildcards have one meaning.
  wildcards.sort((a, b) => b.stem.length - a.stem.length);
  return {
    find: (model) =>
      exact.has(model) ? exact.get(model) : wildcards.find(({ stem }) => model.startsWith(stem))?.price,
  };
}

function rethrow(_model: string, error: unknown): void {
  throw error;
}
