import { expect, it } from 'vitest';
import { HedgeBudgets } from './hedge-budgets.ts';

it('allows ten second attempts at once, and then the share of the calls', () => {
  const budgets = new HedgeBudgets();
  const group = { symbol: 'g', hedge: { afterMs: 200, percent: 5 } };
  const other = { ...group, symbol: 'other' };
  const hedged = () => {
    budgets.noteCall(group);
    const isLeft = budgets.isLeft(group);
    if (isLeft) budgets.take(group);
    return isLeft;
  };
  const first = Array.from({ length: 11 }, hedged);
  expect(first).toEqual([...Array.from({ length: 10 }, () => true), false]);
  const later = Array.from({ length: 200 }, hedged);
  expect(later.filter(Boolean)).toHaveLength(10);
  expect(budgets.isLeft(other)).toBe(true);
});
