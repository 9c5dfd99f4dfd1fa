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

it('a member that waits a thousand times has everybody else of its group refused at once', async () => {
  const b = new QuotaBook({ balanceOf: async () => ({ points: 20_000_000, debt: 0 }), remainderOf: async () => 0, usedOf: async () => 0 });
  const budget = { key: '1 0', budgetId: 1, periodStart: 0, points: 10_000_000, refusal: {} };
  const attacker = { userId: 1, limitedTokenId: null, budgets: [budget] };
  const victim = { userId: 2, limitedTokenId: null, budgets: [budget] };
  await b.load(attacker);
  await b.load(victim);
  await b.reserve(attacker, { most: 10, least: 10 }, wait);
  for (let i = 0; i < 1_000; i += 1) Promise.resolve(b.reserve(attacker, { most: 9_999_999, least: 9_999_999 }, wait)).catch(() => {});
  let got: unknown;
  try { got = await b.reserve(victim, { most: 20, least: 20 }, wait); } catch (e) { got = e; }
  expect(got).not.toBeInstanceOf(Error);
});
