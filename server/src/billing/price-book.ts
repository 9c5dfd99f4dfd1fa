import {
  type ServiceTier,
  serviceTier,
  type UnitKind,
  type UsageClass,
  unitKind,
  usageClasses,
} from '@turnpike/contract';
import { ONE, parseDecimal, type Rate, toRate } from './decimal.ts';
import { HourRates, type TimedPrice, USUAL_HOUR } from './price-hours.ts';
import type { UsageBucket } from './usage.ts';

/** A `times` price or a unit's price of 1 costs 1 000 points. Source: docs/reference/compatibility.md, "Prices". */
const POINTS_PER_UNIT_RATIO = 1000n;

/** Token prices for one range of the input length. */
export interface TokenRates {
  /** Input length, in tokens, above which the prices count. */
  above: number;
  buckets: Readonly<Record<UsageBucket, Rate>>;
  input: number;
  output: number;
}

/** A model's price, prepared for charging. */
export interface Price extends TimedPrice {
  model: string;
  version: number;
  type: 'tokens' | 'times';
  channelType: number;
  /** By descending input length; the last entry counts from the first token. Empty for a price per call. */
  rates: readonly TokenRates[];
  /** Price per call in addition to its tokens; null where there is none. */
  call: Rate | null;
  units: readonly UnitRate[];
  /** Factors on the whole price. */
  tiers: ReadonlyMap<ServiceTier, Rate>;
  inputRatio: number;
  outputRatio: number;
}

export interface UnitRate extends Rate {
  kind: UnitKind;
  /** Empty for all variants without a price of their own. */
  variant: string;
}

/** Immutable prices by model: exact names first, then the longest wildcard. */
export interface PriceBook {
  find(model: string): Price | undefined;
}

/**
 * Names of each bucket in `extra_ratios`. The first name present counts; the first in the list sets the side
 * and the fallback.
 */
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

/** A price as it is stored: decimals are texts, and lists are JSON. */
export interface PriceRow {
  model: string;
  version: number;
  type: string;
  channel_type: number;
  input: string;
  output: string;
  extra_ratios: string;
  units: string;
  steps: string;
  tiers: string;
  /** Empty where it has none. */
  hours: string;
}

/** Longest time of a call unless the settings give another one. */
const CALL_SECONDS = 3600;

/** @throws if the row does not hold a valid price */
export function toPrice(row: PriceRow, callSeconds = CALL_SECONDS): Price {
  const extras = new Map(Object.entries(JSON.parse(row.extra_ratios) as Record<string, string>));
  const type = row.type === 'times' ? 'times' : 'tokens';
  const units = (JSON.parse(row.units) as StoredUnit[]).map(toUnitRate);
  return {
    model: row.model,
    version: row.version,
    type,
    channelType: row.channel_type,
    rates: type === 'times' ? [] : ratesOf(row, extras),
    call: type === 'times' ? toRate(parseDecimal(row.input) * POINTS_PER_UNIT_RATIO) : callRateOf(units),
    units: units.filter(({ kind }) => kind !== 'call'),
    tiers: tiersOf(JSON.parse(row.tiers) as Record<string, string>),
    hours: row.hours === '' ? null : new HourRates(row.hours, callSeconds),
    hour: USUAL_HOUR,
    maxHour: ONE,
    inputRatio: Number(row.input),
    outputRatio: Number(row.output),
  };
}

/** Whether every possible use under this price is free. */
export const isFree = ({ rates, call, units }: Price): boolean =>
  rates.every(({ input, output }) => input === 0 && output === 0) &&
  (call === null || call.ratio === 0n) &&
  units.every(({ ratio }) => ratio === 0n);

/** Decimals are stored as text. */
interface StoredUnit {
  kind: string;
  variant: string;
  price: string;
}

interface StoredStep {
  above: number;
  input: string;
  output: string;
}

function callRateOf(units: readonly UnitRate[]): Rate | null {
  const priced = units.find(({ kind }) => kind === 'call');
  return priced === undefined ? null : { ratio: priced.ratio, text: priced.text };
}

function toUnitRate({ kind, variant, price }: StoredUnit): UnitRate {
  if (!unitKind.includes(kind as UnitKind)) throw new RangeError(`no unit: ${kind}`);
  return {
    kind: kind as UnitKind,
    variant,
    ...toRate(parseDecimal(price) * POINTS_PER_UNIT_RATIO),
  };
}

function ratesOf(row: PriceRow, extras: ReadonlyMap<string, string>): TokenRates[] {
  const steps = (JSON.parse(row.steps) as StoredStep[]).sort((a, b) => b.above - a.above);
  return [...steps, { above: 0, input: row.input, output: row.output }].map(({ above, input, output }) => ({
    above,
    buckets: bucketRates({ input: parseDecimal(input), output: parseDecimal(output) }, extras),
    input: Number(input),
    output: Number(output),
  }));
}

function bucketRates(
  sides: { input: bigint; output: bigint },
  extras: ReadonlyMap<string, string>,
): Record<UsageBucket, Rate> {
  const rates = {} as Record<UsageBucket, Rate>;
  for (const bucket of Object.keys(bucketClasses) as UsageBucket[]) {
    const names = bucketClasses[bucket];
    const { side, fallback } = usageClasses[names[0]];
    const named = names.map((name) => extras.get(name)).find((value) => value !== undefined);
    rates[bucket] = toRate((sides[side] * parseDecimal(String(named ?? fallback))) / ONE);
  }
  return rates;
}

function tiersOf(stored: Readonly<Record<string, string>>): ReadonlyMap<ServiceTier, Rate> {
  const tiers = new Map<ServiceTier, Rate>();
  for (const tier of serviceTier) {
    const factor = stored[tier];
    if (factor !== undefined) tiers.set(tier, toRate(parseDecimal(factor)));
  }
  return tiers;
}

/**
 * @param onUnreadable receives each row that cannot be read. Its models then have no price: a broader
 * wildcard must not replace it, because it may cost less.
 * @param callSeconds longest time of a call
 */
export function buildPriceBook(
  rows: readonly PriceRow[],
  onUnreadable: (model: string, error: unknown) => void = rethrow,
  callSeconds = CALL_SECONDS,
): PriceBook {
  const exact = new Map<string, Price | undefined>();
  const wildcards: { stem: string; price: Price | undefined }[] = [];
  for (const row of rows) {
    let price: Price | undefined;
    try {
      price = toPrice(row, callSeconds);
    } catch (error) {
      onUnreadable(row.model, error);
    }
    if (row.model.endsWith('*')) wildcards.push({ stem: row.model.slice(0, -1), price });
    else exact.set(row.model, price);
  }
  // The longest stem is the most specific one, so overlapping wildcards are unambiguous.
  wildcards.sort((a, b) => b.stem.length - a.stem.length);
  return {
    find: (model) =>
      exact.has(model) ? exact.get(model) : wildcards.find(({ stem }) => model.startsWith(stem))?.price,
  };
}

function rethrow(_model: string, error: unknown): void {
  throw error;
}
