import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLong } from '../../test/support/long-tests.ts';
import { QuotaWorld } from '../../test/support/quota-world.ts';

const RUNS = isLong ? 100_000 : 3_000;

/** One thing that happens; the numbers choose whom it meets and how much. */
const step = fc.record({
  what: fc.constantFrom(
    ...['reserve', 'reserve', 'reserve', 'wait', 'wait', 'grow', 'settle', 'settle', 'fail', 'release'],
    ...[
      'leave',
      'credit',
      'debit',
      'pay',
      'limit',
      'write',
      'write',
      'breakWrite',
      'drain',
      'evict',
      'crash',
    ],
  ),
  which: fc.nat(1_000),
  points: fc.oneof(fc.nat(20), fc.nat(150)),
  more: fc.oneof(fc.nat(20), fc.nat(60)),
});

it('money is exact in every history of parallel calls, changes, failing writes and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        balances: fc.tuple(fc.nat(100), fc.nat(200)),
        remainder: fc.nat(150),
        budgets: fc.tuple(fc.nat(150), fc.nat(200)),
        debtLimit: fc.constantFrom(0, 30),
      }),
      fc.array(step, { minLength: 20, maxLength: 80 }),
      async (start, steps) => {
        const world = new QuotaWorld(start);
        for (const one of steps) {
          await world.does(one);
          world.assertExact();
        }
        await world.endsAll();
        world.assertExact();
        world.assertNothingIsLeft();
        expect(world.stored()).toEqual(world.expected());
      },
    ),
    { numRuns: RUNS },
  );
});
