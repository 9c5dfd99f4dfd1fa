import { extraUsageClass, serviceTier, unitKind } from '@turnpike/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exampleCharge } from '../console/src/ui/price/example-charge.ts';
import { chargeOf } from '../server/src/billing/charge.ts';
import { ONE, toDecimalText } from '../server/src/billing/decimal.ts';
import { toPrice } from '../server/src/billing/price-book.ts';
import { priceAt } from '../server/src/billing/price-hours.ts';
import { noUsage } from '../server/src/billing/usage.ts';

// Neither side may import the other, so both are compared here.
const ratio = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000_000 }).map((billionths) => billionths / 1e9),
  fc.constantFrom(0, 1, 0.1, 1.25, 37.5, 0.000000001),
);
const count = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 2_000_000 }));
const price = fc.record({
  type: fc.constantFrom('tokens', 'times'),
  input: ratio,
  output: ratio,
  extra_ratios: fc.dictionary(fc.constantFrom(...extraUsageClass), ratio),
  units: fc.uniqueArray(
    fc.record({ kind: fc.constantFrom(...unitKind), variant: fc.constantFrom('', 'high'), price: ratio }),
    { selector: ({ kind, variant }) => `${kind} ${variant}` },
  ),
  steps: fc.uniqueArray(
    fc.record({ above: fc.integer({ min: 1, max: 500_000 }), input: ratio, output: ratio }),
    {
      selector: ({ above }) => above,
    },
  ),
  tiers: fc.dictionary(fc.constantFrom(...serviceTier), ratio),
});
/** All day long. */
const hoursOf = (factor) =>
  JSON.stringify({
    time_zone: 'UTC',
    holidays: [],
    rules: [
      {
        days: [1, 2, 3, 4, 5, 6, 7],
        from: '00:00',
        to: '00:00',
        on_holidays: false,
        ratio: toDecimalText(factor),
      },
    ],
  });

it('the example of the price form costs what the gateway charges', () => {
  fc.assert(
    fc.property(
      price,
      fc.record({ input: count, cached: count, output: count }),
      fc.constantFrom('', ...serviceTier),
      ratio,
      (typed, tokens, tier, hourRatio) => {
        const cached = Math.min(tokens.cached, tokens.input);
        const shown = exampleCharge(
          { model: 'm', channel_type: 1, locked: false, ...typed },
          {
            inputTokens: tokens.input,
            cachedTokens: tokens.cached,
            outputTokens: tokens.output,
            unitCounts: typed.units.map((_, index) => index + 1),
            tier,
            hourRatio,
          },
        );
        const texts = (list) =>
          list.map((one) => ({ ...one, ...decimals(one, ['price', 'input', 'output']) }));
        const charged = chargeOf(
          {
            ...noUsage(),
            textInput: tokens.input - cached,
            cacheRead: cached,
            textOutput: tokens.output,
            units: typed.units
              .map(({ kind, variant }, index) => ({ kind, variant, count: index + 1 }))
              .filter(({ kind }) => kind !== 'call'),
            tier: tier === '' ? null : tier,
          },
          priceAt(
            toPrice({
              model: 'm',
              version: 1,
              type: typed.type,
              channel_type: 1,
              input: toDecimalText(typed.input),
              output: toDecimalText(typed.output),
              extra_ratios: JSON.stringify(decimals(typed.extra_ratios)),
              units: JSON.stringify(texts(typed.units)),
              steps: JSON.stringify(texts(typed.steps)),
              tiers: JSON.stringify(decimals(typed.tiers)),
              hours: hoursOf(hourRatio),
            }),
            0,
          ),
          ONE,
        );
        const { lines, points, step, tierRatio, hourRatio: chargedHour } = charged;
        expect(shown).toEqual({ lines, points, step, tierRatio, hourRatio: chargedHour });
      },
    ),
    { numRuns: 2000 },
  );
});

function decimals(record, names = Object.keys(record)) {
  return Object.fromEntries(
    names.filter((name) => name in record).map((name) => [name, toDecimalText(record[name])]),
  );
}
