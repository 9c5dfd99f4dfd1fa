import { expect, it } from 'vitest';
import { noPriceParts, type Price, price as priceSchema } from './entities/price.ts';
import { priceJumps } from './price-jump.ts';

const price = (given: Partial<Price> = {}): Price => ({
  ...{ model: 'm', type: 'tokens', channel_type: 1, input: 1, output: 2, locked: false, extra_ratios: {} },
  ...noPriceParts(),
  ...given,
});
const parts = (before: Price | null, after: Price): string[] =>
  priceJumps(before, after).map(({ part }) => part);
const step = (above: number, input: number, output: number) => ({ steps: [{ above, input, output }] });

it.each([
  { what: 'a tenth and ten times', before: price(), after: price({ input: 0.1, output: 20 }), jumps: [] },
  {
    what: 'less and more than that',
    before: price(),
    after: price({ input: 0.09, output: 21 }),
    jumps: ['input', 'output'],
  },
  {
    what: 'a step that makes long inputs free',
    before: price(),
    after: price(step(1, 0, 0)),
    jumps: ['step 1 input', 'step 1 output'],
  },
  {
    what: 'a step that goes, where the base price is far from it',
    before: price(step(1000, 50, 2)),
    after: price(),
    jumps: ['step 1000 input'],
  },
  { what: 'a step like the base price', before: price(), after: price(step(1000, 2, 3)), jumps: [] },
  {
    what: 'a tier that is free',
    before: price(),
    after: price({ tiers: { flex: 0 } }),
    jumps: ['tier flex'],
  },
  {
    what: 'a tier a million times dearer',
    before: price(),
    after: price({ tiers: { priority: 1_000_000 } }),
    jumps: ['tier priority'],
  },
  {
    what: 'reasoning that is free, named for the first time',
    before: price(),
    after: price({ extra_ratios: { reasoning_tokens: 0 } }),
    jumps: ['extra reasoning_tokens'],
  },
  {
    what: 'sound at its usual ratio, named for the first time',
    before: price(),
    after: price({ extra_ratios: { input_audio_tokens: 20 } }),
    jumps: [],
  },
  { what: 'another way of charging', before: price(), after: price({ type: 'times' }), jumps: ['input'] },
  { what: 'a new price', before: null, after: price({ tiers: { flex: 0.5 } }), jumps: [] },
  { what: 'a new free one', before: null, after: price({ input: 0, output: 0 }), jumps: ['input'] },
  {
    what: 'a new one that is free for long inputs and a tier',
    before: null,
    after: price({ ...step(1, 0, 0), tiers: { flex: 0 } }),
    jumps: ['step 1 input', 'tier flex'],
  },
])('asks about $what: $jumps', ({ before, after, jumps }) => {
  expect(parts(before, after)).toEqual(jumps);
});

it.each([1e-10, 1e-16, 1e-300])('a ratio of %d is not taken for nothing', (input) => {
  expect(priceSchema.safeParse(price({ input })).success).toBe(false);
  expect(priceSchema.safeParse(price({ input: 1e-9 })).success).toBe(true);
});
