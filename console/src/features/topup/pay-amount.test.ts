import { expect, it } from 'vitest';
import { amountIssue, commonAmounts } from './pay-amount.ts';

const way = { min_amount: 5, max_amount: 200, amounts: null };
const sold = { min_amount: 1, max_amount: 0, amounts: [10, 50] };

it.each([
  ['', way, { code: 'order.whole_amount' }],
  ['0', way, { code: 'order.whole_amount' }],
  ['-7', way, { code: 'order.whole_amount' }],
  ['7.5', way, { code: 'order.whole_amount' }],
  ['1e2', way, { code: 'order.whole_amount' }],
  ['4', way, { code: 'field.too_small', limit: 5 }],
  ['201', way, { code: 'field.too_big', limit: 200 }],
  ['1000001', { ...way, max_amount: 0 }, { code: 'field.too_big', limit: 1_000_000 }],
  ['1000000', { ...way, max_amount: 0 }, undefined],
  ['20', sold, { code: 'order.amount_missing' }],
  ['', sold, { code: 'order.amount_missing' }],
  ['50', sold, undefined],
  ['5', way, undefined],
  [' ２００ ', way, undefined],
])('finds in %j with %j: %j', (typed, limits, issue) => {
  expect(amountIssue(typed, limits)).toEqual(issue);
});

it('offers the amounts of both tables that the gateway takes, smallest first', () => {
  const tables = { discounts: { '100': 0.9, '1': 0.99, '1000': 0.8 }, bonuses: { '20': 1, '100': 5 } };
  expect(commonAmounts(way, tables)).toEqual([20, 100]);
  expect(commonAmounts(sold, tables)).toEqual([10, 50]);
});
