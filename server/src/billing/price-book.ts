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

interface BucketRule {
  side: 'input' | 'output';
  /** Names in `extra_ratios`, the first one present counts. */
  extras: readonly string[];
  /** Relative ratio when the price names none. Source: domain, section 2.2; an unknown cache price is the full one. */
  fallback: bigint;
}

const relative = (text: string): bigint => parseDecimal(text);

const bucketRules: Record<UsageBucket, BucketRule> = {
  textInput: { side: 'input', extras: ['input_text_tokens'], fallback: ONE },
  cacheRead: { side: 'input', extras: ['cached_read_tokens', 'cached_tokens'], fallback: ONE },
  cacheWrite5m: { side: 'input', extras: ['cached_write_tokens'], fallback: relative('1.25') },
  cacheWrite1h: { side: 'input', extras: ['cached_write_1h_tokens'], fallback: relative('2') },
  imageInput: { side: 'input', extras: ['input_image_tokens'], fallback: ONE },
  audioInput: { side: 'input', extras: ['input_audio_tokens'], fallback: relative('40') },
  textOutput: { side: 'output', extras: ['output_text_tokens'], fallback: ONE },
  reasoningOutput: { side: 'output', extras: ['reasoning_tokens'], fallback: ONE },
  imageOutput: { side: 'output', extras: ['output_image_tokens'], fallback: ONE },
  audioOutput: { side: 'output', extras: ['output_audio_tokens'], fallback: relative('40') },
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
  for (const [bucket, rule] of Object.entries(bucketRules) as [UsageBucket, BucketRule][]) {
    const named = rule.extras.map((name) => extras.get(name)).find((value) => value !== undefined);
    const factor = named === undefined ? rule.fallback : parseDecimal(String(named));
    const ratio = ((rule.side === 'input' ? input : output) * factor) / ONE;
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

export function buildPriceBook(rows: readonly PriceRow[]): PriceBook {
  const exact = new Map<string, Price>();
  const wildcards: { stem: string; price: Price }[] = [];
  for (const row of rows) {
    const price = toPrice(row);
    if (row.model.endsWith('*')) wildcards.push({ stem: row.model.slice(0, -1), price });
    else exact.set(row.model, price);
  }
  // The longest stem is the most particular one, so overlapping wildcards have one meaning.
  wildcards.sort((a, b) => b.stem.length - a.stem.length);
  return {
    find: (model) => exact.get(model) ?? wildcards.find(({ stem }) => model.startsWith(stem))?.price,
  };
}
