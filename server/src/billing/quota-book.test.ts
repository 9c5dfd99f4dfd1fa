import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Hold, QuotaBook } from './quota-book.ts';

const bookOf = (balances: Record<number, number>, remainders: Record<number, number> = {}) =>
  new QuotaBook({ balanceOf: async (id) => balances[id], remainderOf: async (id) => remainders[id] });

const payer = { userId: 1, limitedTokenId: null };

describe('quota book', () => {
  it('never holds or takes more than there is, whatever the order of things', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1000),
        fc.array(fc.record({ points: fc.nat(300), charge: fc.nat(400), which: fc.nat(5) }), {
          maxLength: 60,
        }),
        async (balance, steps) => {
          const book = bookOf({ 1: balance });
          await book.load(payer);
          const open: Hold[] = [];
          let taken = 0;
          for (const { points, charge, which } of steps) {
            if (which < 3) {
              try {
                open.push(book.reserve(payer, points));
              } catch {
                expect(book.available(payer)).toBeLessThan(points);
              }
            } else {
              const hold = open.shift();
              if (hold) taken += book.settle(hold, charge);
            }
            expect(taken + book.heldPoints()).toBeLessThanOrEqual(balance);
          }
          for (const hold of open) book.release(hold);
          expect(book.heldPoints()).toBe(0);
          expect(book.balanceOf(1)).toBe(balance - taken);
          expect(taken).toBeLessThanOrEqual(balance);
        },
      ),
    );
  });

  it('holds on user and token at once, or on neither', async () => {
    const both = { userId: 1, limitedTokenId: 7 };
    const book = bookOf({ 1: 1000 }, { 7: 50 });
    await book.load(both);
    expect(() => book.reserve(both, 60)).toThrow(
      expect.objectContaining({ code: 'quota.token_insufficient' }),
    );
    expect(book.heldPoints()).toBe(0);
    expect(book.settle(book.reserve(both, 40), 70)).toBe(50);
    expect(book.balanceOf(1)).toBe(950);
    expect(() => book.reserve(both, 1)).toThrow();
  });

  it('settles a hold once', async () => {
    const book = bookOf({ 1: 10 });
    await book.load(payer);
    const hold = book.reserve(payer, 5);
    book.settle(hold, 5);
    expect(() => book.settle(hold, 5)).toThrow('once');
    book.release(hold);
    expect(book.balanceOf(1)).toBe(5);
  });

  it('takes away only what no call holds, and gives it back when it could not be written', async () => {
    const book = bookOf({ 1: 10 });
    await book.load(payer);
    const hold = book.reserve(payer, 6);
    await expect(book.debit(1, 5, async () => {})).rejects.toMatchObject({ code: 'quota.insufficient' });
    await expect(book.debit(1, 4, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
    await book.debit(1, 4, async () => {});
    expect(book.settle(hold, 6)).toBe(6);
    expect(book.balanceOf(1)).toBe(0);
  });

  it('does not count a credit twice when the account is first read while it is written', async () => {
    const stored = { 1: 10 };
    const book = bookOf(stored);
    await book.credit(1, 5, async () => {
      stored[1] += 5;
    });
    expect(book.balanceOf(1)).toBe(15);
  });

  it('sets a token’s remainder while calls are in flight', async () => {
    const both = { userId: 1, limitedTokenId: 7 };
    const book = bookOf({ 1: 1000 }, { 7: 100 });
    await book.load(both);
    const hold = book.reserve(both, 80);
    let difference = 0;
    await book.setRemainder(7, 30, async (points) => {
      difference = points;
    });
    expect(difference).toBe(-70);
    expect(book.settle(hold, 80)).toBe(30);
  });

  it('lets go only accounts that the database knows exactly', async () => {
    const read: number[] = [];
    const book = new QuotaBook(
      {
        balanceOf: async (id) => {
          read.push(id);
          return 100;
        },
        remainderOf: async () => 0,
      },
      { capacity: 2 },
    );
    await book.load(payer);
    const hold = book.reserve(payer, 10);
    book.settle(hold, 10);
    book.recorded(hold, 5);
    for (const userId of [2, 3, 4]) await book.load({ userId, limitedTokenId: null });
    expect(book.balanceOf(1)).toBe(90);
    book.drained(5);
    for (const userId of [5, 6, 7]) await book.load({ userId, limitedTokenId: null });
    expect(book.balanceOf(1)).toBeUndefined();
  });
});
