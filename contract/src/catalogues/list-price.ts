import type { extraUsageClass } from '../entities/price.ts';
import type { ServiceTier, UnitKind } from './units.ts';

type UsageClass = (typeof extraUsageClass)[number];

/** A price in one-hub's units; ratios are exact decimal texts. Source: docs/reference/compatibility.md, "Prices". */
export interface BuiltInPrice {
  model: string;
  type: 'tokens' | 'times';
  /** Number of the model's owner. */
  channel_type: number;
  input: string;
  output: string;
  extra_ratios: Readonly<Partial<Record<UsageClass, string>>>;
  units?: readonly { kind: UnitKind; variant: string; price: string }[];
  steps?: readonly { above: number; input: string; output: string }[];
  tiers?: Readonly<Partial<Record<ServiceTier, string>>>;
}

/** A vendor's list price in US dollars per million tokens, as decimal texts. */
export interface ListPrice {
  input: string;
  /** Left out where a model gives no tokens, as embeddings. */
  output?: string;
  cacheRead?: string;
  cacheWrite?: string;
  /** Written to a cache that lasts an hour. */
  cacheWrite1h?: string;
  /** Named even where it equals `input`: an unnamed class is charged at the default of 40. */
  audioInput?: string;
  audioOutput?: string;
}

/** Each class multiplies the input or the output ratio. Source: docs/reference/compatibility.md, "Prices". */
const classes: readonly [part: keyof ListPrice, name: UsageClass, side: 'input' | 'output'][] = [
  ['cacheRead', 'cached_read_tokens', 'input'],
  ['cacheWrite', 'cached_write_tokens', 'input'],
  ['cacheWrite1h', 'cached_write_1h_tokens', 'input'],
  ['audioInput', 'input_audio_tokens', 'input'],
  ['audioOutput', 'output_audio_tokens', 'output'],
];

/** Decimals that a ratio keeps, as `ratio()` of points.ts. */
const DIGITS = 9;
const SCALE = 10n ** BigInt(DIGITS);

/** Ratio 1 is 2 USD per million tokens, and 0.002 USD per call. */
const USD_PER_MILLION = 2n;
const CALLS_PER_2_USD = 1000n;

/** Price of a model that is paid by tokens. */
export function perMillion(model: string, ownerId: number, list: ListPrice): BuiltInPrice {
  const extras: Partial<Record<UsageClass, string>> = {};
  for (const [part, name, side] of classes) {
    const price = list[part];
    if (price !== undefined) extras[name] = quotient(price, list[side] ?? '0');
  }
  return {
    model,
    type: 'tokens',
    channel_type: ownerId,
    input: ratioOf(list.input),
    output: ratioOf(list.output ?? '0'),
    extra_ratios: extras,
  };
}

/** Price of a model that is paid by the call, in US dollars. */
export function perCall(model: string, ownerId: number, usd: string): BuiltInPrice {
  const input = formatDecimal((parseDecimal(usd) * CALLS_PER_2_USD) / USD_PER_MILLION);
  return { model, type: 'times', channel_type: ownerId, input, output: '0', extra_ratios: {} };
}

function ratioOf(usdPerMillion: string): string {
  const price = parseDecimal(usdPerMillion);
  if (price % USD_PER_MILLION !== 0n)
    throw new RangeError(`ratio of ${usdPerMillion} is finer than a billionth`);
  return formatDecimal(price / USD_PER_MILLION);
}

/** Rounded up at the last decimal, so that the base ratio times this is never below the list price. */
function quotient(price: string, base: string): string {
  const divisor = parseDecimal(base);
  if (divisor === 0n) throw new RangeError('a class needs a base price');
  return formatDecimal((parseDecimal(price) * SCALE + divisor - 1n) / divisor);
}

function parseDecimal(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text}`);
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole + fraction.padEnd(DIGITS, '0'));
}

function formatDecimal(billionths: bigint): string {
  const fraction = (billionths % SCALE).toString().padStart(DIGITS, '0').replace(/0+$/, '');
  return fraction === '' ? `${billionths / SCALE}` : `${billionths / SCALE}.${fraction}`;
}
