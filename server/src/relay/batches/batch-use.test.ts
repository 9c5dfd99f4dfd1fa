import { noPriceParts, type Price as StoredPrice } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { chargeOfLog } from '../../billing/charge.ts';
import { toPrice } from '../../billing/price-book.ts';
import { priceAt } from '../../billing/price-hours.ts';
import { noUsage } from '../../billing/usage.ts';
import { toPriceRow } from '../../modules/price/price-repository.ts';
import { formatTerms, parseTerms } from '../call/work-terms.ts';
import type { BatchTerms } from './batch-terms.ts';
import { BatchUse } from './batch-use.ts';

const priceOf = (parts: Partial<ReturnType<typeof noPriceParts>> & Pick<StoredPrice, 'hours'>) =>
  toPrice({
    ...toPriceRow({
      ...{
        model: 'm',
        type: 'tokens',
        channel_type: 1,
        input: 1,
        output: 3,
        locked: false,
        extra_ratios: {},
      },
      ...noPriceParts(),
      ...parts,
    }),
    version: 7,
  });
const usage = (textInput: number, textOutput: number) => ({ ...noUsage(), textInput, textOutput });

describe('what a batch uses', () => {
  it('costs for each request the price of its own length, at the factor of the tier', () => {
    const price = priceOf({ steps: [{ above: 100, input: 2, output: 6 }], tiers: { batch: 0.5 } });
    const use = new BatchUse(price);
    for (const one of [usage(100, 10), usage(100, 10), usage(101, 10)]) use.add(one);
    const charge = use.charge(2);
    expect(charge).toMatchObject({ inputTokens: 301, outputTokens: 30, tier_ratio: '0.5' });
    expect(charge.points).toBe((2 * (200 + 3 * 20 + 2 * 101 + 6 * 10)) / 2);
    expect(chargeOfLog({ ...charge, group_ratio: 2 })).toBe(charge.points);
  });

  it('costs the hour in which it was started, also after it was stored', () => {
    const rule = { days: [1], from: '01:00', to: '04:00', on_holidays: false, ratio: 0.5 };
    const timed = priceOf({ hours: { time_zone: 'UTC', holidays: [], rules: [rule] } });
    const monday = priceAt(timed, Date.parse('2027-03-01T01:00Z') / 1000);
    const stored = parseTerms(formatTerms({ price: monday } as BatchTerms));
    const use = new BatchUse(stored.price);
    use.add(usage(100, 0));
    const charge = use.charge(1);
    expect(charge).toMatchObject({ points: 50, hour_ratio: '0.5' });
    expect(chargeOfLog({ ...charge, group_ratio: 1 })).toBe(50);
    const { hour: _, maxHour: __, hours: ___, ...old } = priceOf({});
    expect(parseTerms(formatTerms({ price: old } as BatchTerms)).price.hour.text).toBe('1');
  });

  it('counts units beside tokens, and is rounded up once', () => {
    const price = priceOf({ units: [{ kind: 'search', variant: '', price: 0.001 }], tiers: { batch: 0.1 } });
    const use = new BatchUse(price);
    for (let at = 0; at < 3; at += 1) use.add({ ...usage(1, 0), units: [{ kind: 'search', count: 1 }] });
    expect(use.charge(1).points).toBe(1);
  });

  it('costs nothing where nothing was answered', () => {
    expect(new BatchUse(priceOf({})).charge(1)).toMatchObject({ points: 0, lines: [] });
  });

  it('is charged alike by terms that were kept', () => {
    const price = priceOf({ steps: [{ above: 100, input: 2, output: 6 }], tiers: { batch: 0.5 } });
    const kept = parseTerms(formatTerms({ price } as BatchTerms)).price;
    expect(kept).toEqual(price);
  });
});
