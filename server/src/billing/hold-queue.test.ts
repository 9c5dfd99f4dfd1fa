import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Hold } from './account.ts';
import type { HoldTerms } from './hold.ts';
import { type Payers, QuotaBook } from './quota-book.ts';

const NOBODY_LEAVES = () => {};
const FIVE_SECONDS = { waitMs: 5_000, onLeave: NOBODY_LEAVES };

const payer: Payers = { userId: 1, limitedTokenId: null, budgets: [] };
const exactly = (points: number): HoldTerms => ({ most: points, least: points });

async function bookWith(balance: number, remainder = 0): Promise<QuotaBook> {
  const book = new QuotaBook({
    balanceOf: async () => ({ points: balance, debt: 0 }),
    remainderOf: async () => remainder,
    usedOf: async () => 0,
  });
  await book.load(payer);
  await book.load({ ...payer, limitedTokenId: 7 });
  return book;
}

/** Returns the current state of a promise. */
async function stateOf(reserved: Hold | Promise<Hold>): Promise<string> {
  return Promise.race([
    Promise.resolve(reserved).then(
      () => 'held',
      ({ code, parameters }) => `${code} ${parameters.retry_after ?? ''}`.trim(),
    ),
    new Promise<string>((resolve) => queueMicrotask(() => queueMicrotask(() => resolve('waits')))),
  ]);
}

describe('a call that others’ holds stand in the way of', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is held as soon as one of them is settled', async () => {
    const book = await bookWith(100);
    const first = (await book.reserve(payer, exactly(80))) as Hold;
    const second = book.reserve(payer, exactly(50), FIVE_SECONDS);
    expect(await stateOf(second)).toBe('waits');

    book.settle(first, 30);
    expect(await stateOf(second)).toBe('held');
  });

  it('is refused when what it waits for is set aside, and those behind it go on', async () => {
    const book = await bookWith(1_000);
    const batch = (await book.reserve(payer, exactly(600))) as Hold;
    const large = book.reserve(payer, exactly(800), FIVE_SECONDS);
    const small = book.reserve(payer, exactly(401), FIVE_SECONDS);
    const smaller = book.reserve(payer, exactly(300), FIVE_SECONDS);

    book.setAside(batch);

    expect(await stateOf(large)).toBe('quota.insufficient');
    expect(await stateOf(small)).toBe('quota.insufficient');
    expect(await stateOf(smaller)).toBe('held');
    expect(book.reserve(payer, exactly(100), FIVE_SECONDS)).not.toBeInstanceOf(Promise);
  });

  it('is refused when what is left no longer pays for it', async () => {
    const book = await bookWith(100);
    const first = (await book.reserve(payer, exactly(80))) as Hold;
    const second = book.reserve(payer, exactly(50), FIVE_SECONDS);

    book.settle(first, 70);
    expect(await stateOf(second)).toBe('quota.insufficient');
  });

  it('is told to come again when the time is up, and those behind it go on', async () => {
    const book = await bookWith(100);
    await book.reserve(payer, exactly(80));
    const large = book.reserve(payer, exactly(90), FIVE_SECONDS);
    vi.advanceTimersByTime(1_000);
    const small = book.reserve(payer, exactly(20), FIVE_SECONDS);
    expect(await stateOf(small)).toBe('waits');

    vi.advanceTimersByTime(4_000);
    expect(await stateOf(large)).toBe('quota.insufficient 1');
    expect(await stateOf(small)).toBe('held');
  });

  it('waits no longer than its limit, though holds in its way end meanwhile', async () => {
    const book = await bookWith(100);
    const holds: Hold[] = [];
    for (let i = 0; i < 20; i += 1) holds.push((await book.reserve(payer, exactly(5))) as Hold);
    const large = book.reserve(payer, exactly(100), FIVE_SECONDS);

    vi.advanceTimersByTime(4_000);
    book.release(holds.pop() as Hold);
    expect(await stateOf(large)).toBe('waits');
    vi.advanceTimersByTime(1_000);

    expect(await stateOf(large)).toBe('quota.insufficient 1');
  });

  it('waits its turn: who came later and needs less does not pass', async () => {
    const book = await bookWith(100);
    const holds = [await book.reserve(payer, exactly(40)), await book.reserve(payer, exactly(40))] as Hold[];
    const large = book.reserve(payer, exactly(60), FIVE_SECONDS);
    const small = book.reserve(payer, exactly(10), FIVE_SECONDS);
    expect([await stateOf(large), await stateOf(small)]).toEqual(['waits', 'waits']);

    book.release(holds[0] as Hold);
    expect([await stateOf(large), await stateOf(small)]).toEqual(['held', 'waits']);
    book.release(holds[1] as Hold);
    expect(await stateOf(small)).toBe('held');
  });

  it('gives its place away when its caller leaves', async () => {
    const book = await bookWith(100);
    await book.reserve(payer, exactly(80));
    let leave = (): void => {};
    const onLeave = (how: () => void): void => {
      leave = how;
    };
    const large = book.reserve(payer, exactly(90), { waitMs: 5_000, onLeave });
    const small = book.reserve(payer, exactly(20), FIVE_SECONDS);

    leave();
    expect([await stateOf(large), await stateOf(small)]).toEqual(['caller.left', 'held']);
  });

  it('waits for its balance when it no longer waits for its key', async () => {
    const book = await bookWith(110, 50);
    const keyed = { ...payer, limitedTokenId: 7 };
    const ofKey = (await book.reserve(keyed, exactly(50))) as Hold;
    const ofUser = (await book.reserve(payer, exactly(20))) as Hold;
    const byKey = book.reserve(keyed, exactly(40), FIVE_SECONDS);
    const byBalance = book.reserve(payer, exactly(55), FIVE_SECONDS);
    expect([await stateOf(byKey), await stateOf(byBalance)]).toEqual(['waits', 'waits']);

    // The key is free again; of the balance 35 points are when the other call holds its own.
    book.settle(ofKey, 0);
    expect([await stateOf(byKey), await stateOf(byBalance)]).toEqual(['waits', 'held']);
    book.settle(ofUser, 10);
    expect(await stateOf(byKey)).toBe('held');
  });

  it('is held after a credit', async () => {
    const book = await bookWith(100);
    await book.reserve(payer, exactly(80));
    const second = book.reserve(payer, exactly(50), FIVE_SECONDS);
    await book.credit(1, 30, async () => {});
    expect(await stateOf(second)).toBe('held');
  });

  it('is held when the time of a call before it is up that needs more than there is', async () => {
    const book = await bookWith(100);
    await book.reserve(payer, exactly(60));
    const large = book.reserve(payer, exactly(90), FIVE_SECONDS);
    const small = book.reserve(payer, exactly(30), FIVE_SECONDS);

    vi.advanceTimersByTime(5_000);
    expect([await stateOf(large), await stateOf(small)]).toEqual(['quota.insufficient 1', 'held']);
  });

  it('does not wait where nobody holds anything, or where the balance would not pay for it', async () => {
    const book = await bookWith(100);
    expect(() => book.reserve(payer, exactly(101), FIVE_SECONDS)).toThrow(
      expect.objectContaining({ code: 'quota.insufficient' }),
    );
    await book.reserve(payer, exactly(10));
    expect(() => book.reserve(payer, exactly(101), FIVE_SECONDS)).toThrow(
      expect.objectContaining({ parameters: { needed: 101 } }),
    );
  });
});

it('holds what is left for the only call that it can pay for', async () => {
  const book = await bookWith(100);
  const alone = (await book.reserve(payer, { most: 150, least: 90 })) as Hold;
  expect(alone.points).toBe(100);
  book.release(alone);

  await book.reserve(payer, exactly(5));
  expect(() => book.reserve(payer, { most: 150, least: 90 })).toThrow(
    expect.objectContaining({ parameters: { needed: 150, retry_after: 1 } }),
  );
});

describe('where several pay', () => {
  const keyed = { ...payer, limitedTokenId: 7 };

  it('the last call of one is served beside calls that hold points of another that has plenty', async () => {
    const book = await bookWith(1_000, 50);
    const other = (await book.reserve(payer, exactly(100))) as Hold;

    const last = (await book.reserve(keyed, { most: 60, least: 40 })) as Hold;
    expect([last.points, book.isAlone(last, 840), book.isAlone(last, 841)]).toEqual([50, true, false]);

    book.settle(other, 100);
    expect(book.isAlone(last, 1_000)).toBe(true);
  });

  it('what a call may cost beyond the least of them is held on those that have it', async () => {
    const book = await bookWith(100, 30);
    const last = (await book.reserve(keyed, { most: 90, least: 20 })) as Hold;
    expect(last.points).toBe(30);
    expect(() => book.reserve(payer, exactly(20))).toThrow(
      expect.objectContaining({ code: 'quota.insufficient' }),
    );
    expect(book.grow((await book.reserve(payer, exactly(10))) as Hold, 1)).toBe(false);

    expect(book.settle(last, 90)).toEqual({ fromBalance: 90, debt: 0, fromToken: 30 });
    expect(book.left(payer)).toEqual({ available: 0, availableAlone: 10, calls: 1 });
  });

  it('a call that is bounded to one of them needs no more of the others', async () => {
    const book = await bookWith(1_000, 50);
    await book.reserve(payer, exactly(900));
    const bounded = { most: 500, least: 480, fitsInto: (points: number) => points >= 20 };
    const last = (await book.reserve(keyed, bounded)) as Hold;
    expect([last.points, book.heldPoints()]).toEqual([50, 900 + 50 + 20]);
  });

  it('a call waits for the one that others hold points of, also beside another that it takes all of', async () => {
    const book = await bookWith(100, 50);
    const other = (await book.reserve(payer, exactly(80))) as Hold;
    const last = book.reserve(keyed, { most: 60, least: 40 }, FIVE_SECONDS);
    expect(await stateOf(last)).toBe('waits');

    book.settle(other, 30);
    expect((await last).points).toBe(50);
  });

  it('a call is refused for the one that can never pay for it, whatever others hold', async () => {
    const book = await bookWith(100, 30);
    await book.reserve(payer, exactly(80));
    expect(() => book.reserve(keyed, { most: 60, least: 40 }, FIVE_SECONDS)).toThrow(
      expect.objectContaining({ code: 'quota.token_insufficient', parameters: { needed: 60 } }),
    );
  });
});

it('grows a hold as far as nobody else holds the points', async () => {
  const book = await bookWith(100, 60);
  const keyed = { ...payer, limitedTokenId: 7 };
  const hold = (await book.reserve(keyed, exactly(50))) as Hold;
  expect([book.grow(hold, 11), book.grow(hold, 10), hold.points]).toEqual([false, true, 60]);
  expect(book.settle(hold, 60)).toEqual({ fromBalance: 60, debt: 0, fromToken: 60 });
  expect(book.heldPoints()).toBe(0);
});

it('lets a balance owe up to a bound, which the next credit pays', async () => {
  const book = await bookWith(100);
  const hold = (await book.reserve(payer, exactly(100))) as Hold;
  expect(book.settle(hold, 150, { debtLimit: 30 })).toEqual({ fromBalance: 100, debt: 30, fromToken: 0 });

  await book.credit(1, 50, async () => {});
  expect(book.left(payer).available).toBe(20);
  await book.payDebt(1, async (most) => most);
  expect(book.balanceOf(1)).toBe(20);
  expect(book.left(payer).available).toBe(20);
});
