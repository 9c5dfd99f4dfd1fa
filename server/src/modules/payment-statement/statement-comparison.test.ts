import { describe, expect, it } from 'vitest';
import type { StatementLine } from '../../payment/payment-gateway.ts';
import { newTradeNo } from '../order/order-rules.ts';
import {
  type ComparedOrder,
  type ComparedRefund,
  StatementComparison,
  searchedNumbers,
} from './statement-comparison.ts';

const GATEWAY = 5;
const A = 'a'.repeat(28);
const B = 'b'.repeat(28);

const order = (trade_no: string, given: Partial<ComparedOrder> = {}): ComparedOrder => ({
  ...{ id: trade_no === A ? 1 : 2, trade_no, gateway_id: GATEWAY, gateway_no: 'g', currency: 'CNY' },
  ...{ pay_minor: 7300, credited_at: 1_800_000_000, ...given },
});
const refund = (given: Partial<ComparedRefund> = {}): ComparedRefund => ({
  ...{ id: 9, order_id: 1, minor: 100, state: 'done', ...given },
});
const paid = (tradeNo: string, given: Partial<StatementLine> = {}): StatementLine => ({
  ...{ kind: 'paid', tradeNo, gatewayNo: 'g', requestNo: '', minor: 7300, currency: 'CNY', feeMinor: 44 },
  ...given,
});
const paidBack = (requestNo: string, given: Partial<StatementLine> = {}): StatementLine => ({
  ...paid(A, { kind: 'refund', requestNo, minor: 100, feeMinor: 0 }),
  ...given,
});
const R = `${A}r9`;

interface Case {
  lines?: StatementLine[];
  orders?: ComparedOrder[];
  refunds?: Record<string, ComparedRefund>;
  expectedOrders?: ComparedOrder[];
  expectedRefunds?: ComparedRefund[];
}

function compare({ lines = [], orders = [], refunds = {}, expectedOrders = [], expectedRefunds = [] }: Case) {
  const comparison = new StatementComparison(GATEWAY);
  const known = {
    orders: new Map(orders.map((one) => [one.trade_no, one])),
    refunds: new Map(Object.entries(refunds)),
  };
  comparison.addLines(lines, known);
  comparison.addExpectedOrders(expectedOrders);
  comparison.addExpectedRefunds(expectedRefunds.map((one) => ({ refund: one, order: order(A) })));
  return comparison;
}

const shown = ({ differences }: StatementComparison) =>
  differences.map(({ kind, there_minor, here_minor }) => [kind, there_minor, here_minor]);

describe('a comparison with a statement', () => {
  it('looks for no number that a database cannot store, and for each once', () => {
    const lines = ['a\0b', 'a\ud800', 'z'.repeat(65), '', A, B, A, '<script>=1+1'].map((no) => paid(no));
    expect(searchedNumbers(lines)).toEqual(['', A, B, '<script>=1+1']);
    expect(shown(compare({ lines }))).toEqual(Array(3).fill(['unknown_order', 7300, null]));
  });

  it.each<[string, Case, unknown[]]>([
    ['an order that is in both', { lines: [paid(A)], orders: [order(A)], expectedOrders: [order(A)] }, []],
    [
      'an order that is not credited',
      { lines: [paid(A)], orders: [order(A, { credited_at: 0 })] },
      [['not_credited', 7300, null]],
    ],
    ['an order that is absent there', { expectedOrders: [order(A)] }, [['not_there', null, 7300]]],
    ['another amount', { lines: [paid(A, { minor: 7299 })], orders: [order(A)] }, [['amount', 7299, 7300]]],
    [
      'an amount that cannot be read',
      { lines: [paid(A, { minor: null })], orders: [order(A)] },
      [['amount', null, 7300]],
    ],
    [
      'another currency',
      { lines: [paid(A, { currency: 'USD' })], orders: [order(A)] },
      [['amount', 7300, 7300]],
    ],
    [
      'an order that was paid twice',
      { lines: [paid(A), paid(A)], orders: [order(A)] },
      [['amount', 7300, null]],
    ],
    ['a number of our shape', { lines: [paid(newTradeNo())] }, [['unknown_order', 7300, null]]],
    ['orders of other shops', { lines: [paid('SHOP-1'), paid(''), paid(A.toUpperCase())] }, []],
    ['an order of another gateway', { lines: [paid(A)], orders: [order(A, { gateway_id: 6 })] }, []],
    [
      'a refund that is in both',
      { lines: [paidBack(R)], orders: [order(A)], refunds: { [R]: refund() }, expectedRefunds: [refund()] },
      [],
    ],
    ['a refund made there', { lines: [paidBack('')], orders: [order(A)] }, [['refund_not_here', 100, null]]],
    [
      'a refund of another order',
      { lines: [paidBack(R)], orders: [order(A)], refunds: { [R]: refund({ order_id: 2 }) } },
      [['refund_not_here', 100, null]],
    ],
    [
      'a refund that has failed here',
      { lines: [paidBack(R)], orders: [order(A)], refunds: { [R]: refund({ state: 'failed' }) } },
      [['refund_not_here', 100, null]],
    ],
    [
      'a refund of another amount',
      { lines: [paidBack(R, { minor: 99 })], orders: [order(A)], refunds: { [R]: refund() } },
      [['amount', 99, 100]],
    ],
    ['a refund that is absent there', { expectedRefunds: [refund()] }, [['refund_not_there', null, 100]]],
    [
      'nothing in a refund that was made there and settled here',
      { lines: [paidBack('hand')], orders: [order(A)], expectedRefunds: [refund()] },
      [],
    ],
    [
      'one of two refunds made there, of which one was settled here',
      {
        lines: [paidBack('hand1'), paidBack('hand2'), paidBack('hand3', { minor: 7 })],
        orders: [order(A)],
        expectedRefunds: [refund()],
      },
      [
        ['refund_not_here', 100, null],
        ['refund_not_here', 7, null],
      ],
    ],
  ])('finds %s', (_, given, differences) => {
    expect(shown(compare(given))).toEqual(differences);
  });

  it('adds up both sides, so that their difference is that of the list', () => {
    const comparison = compare({
      lines: [paid(A), paid(B, { minor: 500, feeMinor: 3 }), paidBack(R), paid('SHOP-1')],
      orders: [order(A), order(B, { credited_at: 0, pay_minor: 500 })],
      refunds: { [R]: refund() },
      expectedOrders: [order('c'.repeat(28), { id: 3, pay_minor: 20 })],
      expectedRefunds: [refund({ id: 10, minor: 7 })],
    });
    expect(comparison).toMatchObject({
      ...{ lines: 3, otherLines: 1, paidMinor: 7800, refundedMinor: 100, feeMinor: 47 },
      ...{ ourPaidMinor: 7320, ourRefundedMinor: 107, differenceCount: 3, openCount: 3 },
    });
    const [uncredited] = comparison.uncredited;
    if (uncredited) comparison.settle(uncredited, { verdict: 'credited', reason: '', creditedMinor: 500 });
    expect(comparison).toMatchObject({ ourPaidMinor: 7820, differenceCount: 3, openCount: 2 });
    expect(comparison.differences[0]).toMatchObject({ verdict: 'credited', here_minor: 500 });
  });

  it('keeps 200 differences, the urgent ones first, and counts all', () => {
    const lines = Array.from({ length: 300 }, () => paid(newTradeNo()));
    const comparison = compare({ lines: [...lines, paid(A)], orders: [order(A, { credited_at: 0 })] });
    expect(comparison.differenceCount).toBe(301);
    expect(comparison.differences).toHaveLength(200);
    expect(comparison.differences[0]).toMatchObject({ kind: 'not_credited', trade_no: A });
  });

  it('refuses sums that are no longer exact', () => {
    const lines = [paid(A, { minor: Number.MAX_SAFE_INTEGER }), paid(A, { minor: 1 })];
    expect(() => compare({ lines, orders: [order(A)] })).toThrow('too large');
  });
});
