import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hold } from './account.ts';
import { type Payers, QuotaBook } from './quota-book.ts';

const bookOf = (balances: Record<number, number>, remainders: Record<number, number> = {}) =>
  new QuotaBook({
    balanceOf: async (id) => asStored(balances[id]),
    remainderOf: async (id) => remainders[id],
    usedOf: async () => 0,
  });

const bookFrom = (read: (id: number) => Promise<number>, capacity: number) =>
  new QuotaBook(
    {
      balanceOf: async (id) => asStored(await read(id)),
      remainderOf: read,
      usedOf: async () => 0,
    },
    { capacity },
  );

const asStored = (points: number | undefined) => (points === undefined ? undefined : { points, debt: 0 });

/** At once; no less will do. */
const hold = (book: QuotaBook, payers: Payers, points: number): Hold =>
  book.reserve(payers, { most: points, least: points }) as Hold;

const payer = { userId: 1, limitedTokenId: null, budgets: [] };

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
                open.push(hold(book, payer, points));
              } catch {
                // Where a charge has taken what others hold, nothing more is held, not even no points.
                expect(book.left(payer).available).toBeLessThan(Math.max(points, 1));
              }
            } else {
              const first = open.shift();
              if (first) taken += book.settle(first, charge).fromBalance;
            }
            expect(taken).toBeLessThanOrEqual(balance);
          }
          for (const one of open) book.release(one);
          expect(book.heldPoints()).toBe(0);
          expect(book.balanceOf(1)).toBe(balance - taken);
          expect(taken).toBeLessThanOrEqual(balance);
        },
      ),
    );
  });

  it('holds on user and token at once, or on neither', async () => {
    const both = { userId: 1, limitedTokenId: 7, budgets: [] };
    const book = bookOf({ 1: 1000 }, { 7: 50 });
    await book.load(both);
    expect(() => hold(book, both, 60)).toThrow(expect.objectContaining({ code: 'quota.token_insufficient' }));
    expect(book.heldPoints()).toBe(0);
    expect(book.settle(hold(book, both, 40), 50)).toEqual({ fromBalance: 50, debt: 0, fromToken: 50 });
    expect(book.balanceOf(1)).toBe(950);
    expect(() => hold(book, both, 1)).toThrow();
  });

  it('settles a hold once', async () => {
    const book = bookOf({ 1: 10 });
    await book.load(payer);
    const held = hold(book, payer, 5);
    book.settle(held, 5);
    expect(() => book.settle(held, 5)).toThrow('once');
    book.release(held);
    expect(book.balanceOf(1)).toBe(5);
  });

  it('takes away only what no call holds, and gives it back when it could not be written', async () => {
    const book = bookOf({ 1: 10 });
    await book.load(payer);
    const held = hold(book, payer, 6);
    await expect(book.debit(1, 5, async () => {})).rejects.toMatchObject({ code: 'quota.insufficient' });
    await expect(book.debit(1, 4, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
    await book.debit(1, 4, async () => {});
    expect(book.settle(held, 6).fromBalance).toBe(6);
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
    const both = { userId: 1, limitedTokenId: 7, budgets: [] };
    const book = bookOf({ 1: 1000 }, { 7: 100 });
    await book.load(both);
    const held = hold(book, both, 80);
    let difference = 0;
    await book.changeRemainder(
      7,
      () => 30,
      async (points) => {
        difference = points;
      },
    );
    expect(difference).toBe(-70);
    expect(book.settle(held, 80)).toEqual({ fromBalance: 80, debt: 0, fromToken: 30 });
  });

  it('lets the balance pay the whole charge, whatever the token’s limit is', async () => {
    const both = { userId: 1, limitedTokenId: 7, budgets: [] };
    const book = bookOf({ 1: 1000 }, { 7: 40 });
    await book.load(both);
    expect(book.settle(hold(book, both, 40), 300)).toEqual({ fromBalance: 300, debt: 0, fromToken: 40 });

    const held = hold(book, both, 0);
    await book.changeRemainder(
      7,
      () => 0,
      async () => {},
    );
    expect(book.settle(held, 200)).toEqual({ fromBalance: 200, debt: 0, fromToken: 0 });
    expect(book.balanceOf(1)).toBe(500);
  });

  it('takes what a call costs beyond its hold also from what others hold, so that nothing comes back', async () => {
    const both = { userId: 1, limitedTokenId: 7, budgets: [] };
    const book = bookOf({ 1: 3000 }, { 7: 3000 });
    await book.load(both);
    const long = hold(book, both, 750);
    const other = hold(book, both, 2000);

    expect(book.settle(long, 2900)).toEqual({ fromBalance: 2900, debt: 0, fromToken: 2900 });

    expect(book.left(both).available).toBe(0);
    expect(book.grow(other, 1)).toBe(false);
    expect(book.settle(other, 500)).toEqual({ fromBalance: 100, debt: 0, fromToken: 100 });
    expect(book.balanceOf(1)).toBe(0);
    expect(book.left(both).available).toBe(0);
  });

  it('raises a remainder only after the database has, and lowers it before', async () => {
    const token = { userId: 1, limitedTokenId: 7, budgets: [] };
    const book = bookOf({ 1: 1000 }, { 7: 100 });
    await book.load(token);
    await book.changeRemainder(
      7,
      () => 500,
      async () => expect(book.left(token).available).toBe(100),
    );
    expect(book.left(token).available).toBe(500);
    await book.changeRemainder(
      7,
      () => 50,
      async () => expect(book.left(token).available).toBe(50),
    );
    for (const refused of [400, 10]) {
      await expect(
        book.changeRemainder(
          7,
          () => refused,
          () => Promise.reject(new Error('check')),
        ),
      ).rejects.toThrow();
      expect(book.left(token).available).toBe(50);
    }
  });

  it('makes changes of one token follow each other, so that the last one stands', async () => {
    const token = { userId: 1, limitedTokenId: 7, budgets: [] };
    const stored = { 7: 50 };
    const book = bookOf({ 1: 1000 }, stored);
    await book.load(token);
    const add = async (difference: number) => {
      await new Promise(setImmediate);
      stored[7] += difference;
    };
    await Promise.all([100, 10, 70].map((points) => book.changeRemainder(7, () => points, add)));
    expect(stored[7]).toBe(70);
    expect(book.left(token).available).toBe(70);
  });

  it('keeps an account between its settlement and the settlement’s number', async () => {
    const read: number[] = [];
    const source = async (id: number) => {
      read.push(id);
      return 1000;
    };
    const book = bookFrom(source, 1);
    await book.load(payer);
    const held = hold(book, payer, 10);
    book.settle(held, 900);
    await book.load({ userId: 2, limitedTokenId: null, budgets: [] });
    await book.load(payer);
    expect(book.left(payer).available).toBe(100);
    expect(read).toEqual([1, 2]);

    book.recorded(held, 5);
    await book.load({ userId: 3, limitedTokenId: null, budgets: [] });
    expect(book.balanceOf(1)).toBe(100);
  });

  it('finds both payers after loading them, however little room there is', async () => {
    const slow = async () => {
      await new Promise(setImmediate);
      return 1000;
    };
    const book = bookFrom(slow, 1);
    const calls = [1, 2, 3, 4, 5].map(async (id) => {
      const both = { userId: id, limitedTokenId: id, budgets: [] };
      await book.load(both);
      return hold(book, both, 100);
    });
    expect(await Promise.all(calls)).toHaveLength(5);
  });

  it('lets go only accounts that the database knows exactly', async () => {
    const read: number[] = [];
    const book = bookFrom(async (id) => {
      read.push(id);
      return 100;
    }, 2);
    await book.load(payer);
    const held = hold(book, payer, 10);
    book.settle(held, 10);
    book.recorded(held, 5);
    for (const userId of [2, 3, 4]) await book.load({ userId, limitedTokenId: null, budgets: [] });
    expect(book.balanceOf(1)).toBe(90);
    book.drained(5);
    await new Promise(setImmediate);
    for (const userId of [5, 6, 7]) await book.load({ userId, limitedTokenId: null, budgets: [] });
    expect(book.balanceOf(1)).toBeUndefined();
  });

  it('never goes by an account that it has let go', async () => {
    let stored = 100;
    const book = bookFrom(async () => stored, 2);
    await book.load(payer);
    expect(book.left(payer).available).toBe(100);
    await new Promise(setImmediate);
    for (const userId of [2, 3, 4]) await book.load({ userId, limitedTokenId: null, budgets: [] });
    expect(book.balanceOf(1)).toBeUndefined();

    stored = 30;
    await book.load(payer);
    expect(book.left(payer).available).toBe(30);
  });
});
