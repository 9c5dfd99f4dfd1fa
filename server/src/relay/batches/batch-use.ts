import type { CountedUnit } from '@turnpike/contract';
import { type ChargeLine, chargeOf, chargeOfLog } from '../../billing/charge.ts';
import { ONE } from '../../billing/decimal.ts';
import type { Price } from '../../billing/price-book.ts';
import { inputTokensOf, noUsage, outputTokensOf, type Usage, usageBuckets } from '../../billing/usage.ts';

/** Charge of a batch, with the numbers for its log row. */
export interface BatchCharge {
  lines: ChargeLine[];
  tier_ratio: string;
  hour_ratio: string;
  points: number;
  inputTokens: number;
  outputTokens: number;
}

/**
 * Sums the use of a batch's requests. Each counts at the price for its own input length, with the factor of
 * the service tier `batch`.
 */
export class BatchUse {
  readonly #price: Price;
  /** By index of the price in `rates`. */
  readonly #sums = new Map<number, Usage>();

  constructor(price: Price) {
    this.#price = price;
  }

  add(usage: Usage): void {
    const { rates } = this.#price;
    const input = inputTokensOf(usage);
    const found = rates.findIndex(({ above }) => input > above);
    const at = found === -1 ? rates.length - 1 : found;
    const sum = this.#sums.get(at) ?? noUsage();
    for (const bucket of usageBuckets) sum[bucket] += usage[bucket];
    if (usage.units.length > 0) sum.units = addUnits(sum.units, usage.units);
    this.#sums.set(at, sum);
  }

  /** @param groupRatio of the paying group */
  charge(groupRatio: number): BatchCharge {
    const tier_ratio = this.#price.tiers.get('batch')?.text ?? '1';
    const hour_ratio = this.#price.hour.text;
    const lines: ChargeLine[] = [];
    let inputTokens = 0;
    let outputTokens = 0;
    for (const [at, sum] of this.#sums) {
      const rates = this.#price.rates.slice(at, at + 1);
      lines.push(...chargeOf(sum, { ...this.#price, rates }, ONE).lines);
      inputTokens += inputTokensOf(sum);
      outputTokens += outputTokensOf(sum);
    }
    const points = chargeOfLog({ lines, group_ratio: groupRatio, tier_ratio, hour_ratio });
    return { lines, tier_ratio, hour_ratio, points, inputTokens, outputTokens };
  }
}

function addUnits(sums: readonly CountedUnit[], units: readonly CountedUnit[]): CountedUnit[] {
  const added = sums.map((unit) => ({ ...unit }));
  for (const unit of units) {
    const known = added.find(({ kind, variant }) => kind === unit.kind && variant === unit.variant);
    if (known === undefined) added.push({ ...unit });
    else known.count += unit.count;
  }
  return added;
}
