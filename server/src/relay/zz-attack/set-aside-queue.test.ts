import { expect, it } from 'vitest';
import { QuotaBook } from '../../billing/quota-book.ts';

const book = async (points: number) => {
  const b = new QuotaBook({ balanceOf: async () => ({ points, debt: 0 }), remainderOf: async () => 0, usedOf: async () => 0 });
  const payers = { userId: 1, limitedTokenId: null, budgets: [] };
  await b.load(payers);
  return { b, payers };
};
const wait = { waitMs: 2_000, onLeave() {} };

it('a hold that is set aside for a batch wakes nobody: calls behind a waiting one are refused for good', async () => {
  const { b, payers } = await book(1_000);
  const batch = b.reserve(payers, { most: 600, least: 600 }, wait) as never;
  const began = Date.now();
  const waiting = Promise.resolve(b.reserve(payers, { most: 800, least: 800 }, wait)).catch((e) => e);
  b.setAside(batch);
  let small: unknown;
  try { small = b.reserve(payers, { most: 100, least: 100 }, wait); } catch (e) { small = e; }
  console.log('small', small, b.left(payers));
  const big = (await waiting) as { code: string; parameters: object };
  console.log('big', big.code, big.parameters, Date.now() - began);
  expect(small).not.toBeInstanceOf(Error);
});
