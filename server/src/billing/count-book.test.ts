import type { BudgetUnit } from '@turnpike/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BudgetPeriod, type CountedBudget, keyOf } from './account.ts';
import { CountBook } from './count-book.ts';
import {
  type CallAmounts,
  type CountHold,
  countsOf,
  recordCounts,
  releaseCounts,
  settleCounts,
  undoCounts,
} from './count-hold.ts';

const OPENED = 1_000;

const budgetOf = (
  points: number,
  {
    unit = 'requests',
    id = 1,
    periodStart = 900,
  }: { unit?: BudgetUnit; id?: number; periodStart?: number } = {},
): CountedBudget => {
  const place: BudgetPeriod = { budgetId: id, periodStart };
  return { ...place, key: keyOf(place), unit, points, refusal: { owner: 'user', retry_after: 500 } };
};
const amounts = (requests: number, more: Partial<CallAmounts> = {}): CallAmounts => ({
  ...{ points: 0, tokens: 0, requests },
  ...more,
});

const spent = expect.objectContaining({ code: 'quota.budget_spent' });

async function openBook(used = 0, capacity = 1000): Promise<{ book: CountBook; asked: string[] }> {
  const asked: string[] = [];
  const usedOf = async (budget: BudgetPeriod): Promise<number> => {
    asked.push(keyOf(budget));
    return used;
  };
  return { book: new CountBook({ usedOf, nowSeconds: () => OPENED, capacity }), asked };
}

describe('the count book', () => {
  it('holds on all budgets or on none, each in its unit', async () => {
    const { book } = await openBook(3);
    const calls = budgetOf(5);
    const tokens = budgetOf(100, { unit: 'tokens', id: 2 });
    await book.load([calls, tokens]);
    book.hold([calls, tokens], amounts(1, { tokens: 90 }));

    expect(() => book.hold([calls, tokens], amounts(1, { tokens: 8 }))).toThrow(spent);
    expect(book.useOf(calls)).toEqual({ used: 3, held: 1 });
    expect(book.useOf(tokens)).toEqual({ used: 3, held: 90 });
    book.hold([calls, tokens], amounts(1, { tokens: 7 }));
    expect(book.useOf(calls)).toEqual({ used: 3, held: 2 });
  });

  it('says to try again at once while only other calls are in the way', async () => {
    const { book } = await openBook();
    const budget = budgetOf(1);
    await book.load([budget]);
    const hold = book.hold([budget], amounts(1));
    expect(book.waitSeconds([budget], amounts(1))).toBe(1);
    expect(() => book.hold([budget], amounts(1))).toThrow(
      expect.objectContaining({ parameters: expect.objectContaining({ retry_after: 1 }) }),
    );
    expect(() => book.assertUnspent([budget])).not.toThrow();
    settleCounts(hold, amounts(1));
    expect(book.waitSeconds([budget], amounts(1))).toBe(500);
    expect(() => book.assertUnspent([budget])).toThrow(spent);
  });

  it('says that a spent budget without periods never returns', async () => {
    const { book } = await openBook(1);
    const total = { ...budgetOf(1, { periodStart: 0 }), refusal: {} };
    await book.load([total]);
    expect(book.waitSeconds([total], amounts(1))).toBe(Number.POSITIVE_INFINITY);
    expect(book.waitSeconds([total], amounts(0))).toBeNull();
  });

  it('begins a later period empty without a question, and asks for one that began before it', async () => {
    const { book, asked } = await openBook(7);
    const later = budgetOf(5, { periodStart: OPENED + 1 });
    const earlier = budgetOf(5, { periodStart: OPENED });
    expect(book.load([later])).toBeUndefined();
    expect(book.waitSeconds([later], amounts(5))).toBeNull();
    expect(book.waitSeconds([earlier], amounts(1))).toBe(1);
    await book.load([earlier]);
    expect(book.waitSeconds([earlier], amounts(1))).toBe(500);
    expect(asked).toEqual([earlier.key]);
  });

  it('keeps what the database does not have yet in memory, and asks again for the rest', async () => {
    const { book, asked } = await openBook(0, 2);
    const budget = budgetOf(5);
    await book.load([budget]);
    const hold = book.hold([budget], amounts(2));
    settleCounts(hold, amounts(2));
    expect(countsOf(hold)).toBe('1 900 2');
    recordCounts(hold, 4);
    await book.load([budgetOf(5, { id: 2 })]);
    await book.load([budgetOf(5, { id: 3 })]);
    expect(book.useOf(budget)).toEqual({ used: 2, held: 0 });
    book.drained(4);
    await new Promise(setImmediate);
    await book.load([budgetOf(5, { id: 4 })]);
    expect(book.useOf(budget)).toBeUndefined();
    // It can no longer know that nothing was counted in a later period.
    const later = budgetOf(5, { id: 9, periodStart: OPENED + 1 });
    await book.load([later]);
    expect(asked).toContain(later.key);
  });

  it('resets a use while calls run', async () => {
    const { book } = await openBook(4);
    const budget = budgetOf(5);
    await book.load([budget]);
    book.hold([budget], amounts(1));
    const written: number[] = [];
    await book.resetBudget(budget, async (difference) => void written.push(difference));
    expect(written).toEqual([-4]);
    expect(book.useOf(budget)).toEqual({ used: 0, held: 1 });
  });

  it('is never over a limit, and loses nothing, in every history of parallel calls', async () => {
    const step = fc.record({
      what: fc.constantFrom('hold', 'hold', 'hold', 'settle', 'settle', 'fail', 'release'),
      which: fc.nat(100),
      amount: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(step, { maxLength: 60 }),
        async (limit, steps) => {
          const { book } = await openBook();
          const budgets = [budgetOf(limit, { unit: 'tokens' }), budgetOf(limit, { id: 2 })];
          await book.load(budgets);
          const open: { hold: CountHold; tokens: number }[] = [];
          const counted = { tokens: 0, requests: 0 };
          for (const { what, which, amount } of steps) {
            if (what === 'hold') {
              const wanted = amounts(1, { tokens: amount });
              if (book.waitSeconds(budgets, wanted) === null)
                open.push({ hold: book.hold(budgets, wanted), tokens: amount });
            } else {
              const [call] = open.splice(which % Math.max(1, open.length), 1);
              if (call === undefined) continue;
              if (what === 'release') releaseCounts(call.hold);
              else {
                const tokens = Math.min(amount, call.tokens);
                settleCounts(call.hold, amounts(1, { tokens }));
                if (what === 'fail') undoCounts(call.hold);
                else {
                  counted.tokens += tokens;
                  counted.requests += 1;
                  recordCounts(call.hold, 1);
                }
              }
            }
            for (const [index, used] of [counted.tokens, counted.requests].entries()) {
              const use = book.useOf(budgets[index] as CountedBudget);
              expect(use?.used).toBe(used);
              expect((use?.used ?? 0) + (use?.held ?? 0)).toBeLessThanOrEqual(limit);
            }
          }
          for (const { hold } of open) releaseCounts(hold);
          expect(book.useOf(budgets[0] as CountedBudget)?.held).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
