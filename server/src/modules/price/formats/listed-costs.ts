import type { extraUsageClass, Price, PriceHours, ServiceTier, UnitKind } from '@turnpike/contract';
import { usageClasses } from '@turnpike/contract';
import { shareOf, tokenRatio, type Usd, unitRatio } from './usd.ts';

type ExtraClass = (typeof extraUsageClass)[number];

/** Costs of one model in US dollars; token costs are per token. */
export interface ListedCosts {
  model: string;
  ownerId: number;
  input?: Usd | undefined;
  output?: Usd | undefined;
  extras: Map<ExtraClass, { usd: Usd; field: string }>;
  units: { kind: UnitKind; variant: string; usd: Usd }[];
  steps: { above: number; input: Usd; output: Usd }[];
  tiers: Map<ServiceTier, number>;
  hours?: PriceHours | undefined;
  /** Fields that a price cannot say. */
  unsaid: string[];
}

/** An entry of a list, as a format reads it. */
export interface ListedPrice {
  /** In the list, from 1. */
  place: number;
  model: string;
  /** Still to be checked. */
  price?: Price;
  unsaid?: readonly string[];
  /** Why it is no price. */
  fault?: { field: string; code: string };
}

/** One way that price lists are written. */
export interface ListFormat<Value> {
  name: 'prices' | 'litellm' | 'models_dev' | 'openrouter';
  fits(value: unknown): value is Value;
  /** Entries that are of no use here (another host's prices of a model) are counted only. */
  read(value: Value): Iterable<ListedPrice | 'left_out'>;
}

export const newCosts = (model: string, ownerId: number): ListedCosts => ({
  model,
  ownerId,
  extras: new Map(),
  units: [],
  steps: [],
  tiers: new Map(),
  unsaid: [],
});

/** The price that costs make; undefined where they say none. */
export function toListedPrice(costs: ListedCosts): { price: Price | undefined; unsaid: string[] } {
  const { input = 0n, output = 0n, extras, units, steps, tiers, model, ownerId } = costs;
  const unsaid = [...costs.unsaid];
  if (costs.input === undefined && costs.output === undefined && units.length === 0) {
    return { price: undefined, unsaid };
  }
  const extra_ratios: Price['extra_ratios'] = {};
  for (const [name, { usd, field }] of extras) {
    const ratio = shareOf(usd, usageClasses[name].side === 'input' ? input : output);
    if (ratio !== undefined) extra_ratios[name] = ratio;
    else if (usd > 0n) unsaid.push(field);
  }
  return {
    price: {
      model,
      type: 'tokens',
      channel_type: ownerId,
      input: tokenRatio(input),
      output: tokenRatio(output),
      locked: false,
      extra_ratios,
      units: units.map(({ kind, variant, usd }) => ({ kind, variant, price: unitRatio(usd) })),
      steps: steps
        .map((step) => ({
          above: step.above,
          input: tokenRatio(step.input),
          output: tokenRatio(step.output),
        }))
        .sort((a, b) => a.above - b.above),
      tiers: Object.fromEntries(tiers),
      ...(costs.hours !== undefined && { hours: costs.hours }),
    },
    unsaid,
  };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
