import { describe, expect, it } from 'vitest';
import { type Currency, currencies, parseAmountText, toAmountText } from './catalogues/currencies.ts';
import { bonusTable, discountTable, parseAmountTable, type TopUpTerms, topUpPrice } from './top-up-price.ts';

const terms: TopUpTerms = {
  ...{ currency: 'USD', rate: 1, fixedFee: 0, percentFee: 0, discounts: {}, bonuses: {} },
};

describe('the price of a top-up', () => {
  it.each<[string, number, Partial<TopUpTerms>, object]>([
    ['the amount itself', 10, {}, { payMinor: 1000, feeMinor: 0, discountMinor: 0, quota: 5_000_000 }],
    ['a discount', 100, { discounts: { 100: 0.95 } }, { payMinor: 9500, discountMinor: 500, factor: 0.95 }],
    ['another amount', 99, { discounts: { 100: 0.95 } }, { payMinor: 9900, discountMinor: 0, factor: 1 }],
    [
      'a percent fee on the discounted amount',
      100,
      { discounts: { 100: 0.9 }, percentFee: 0.05 },
      { payMinor: 9450, feeMinor: 450 },
    ],
    ['a fixed fee', 10, { fixedFee: 0.3 }, { payMinor: 1030, feeMinor: 30, discountMinor: 0 }],
    ['yuan', 10, { currency: 'CNY', rate: 7.3 }, { payMinor: 7300 }],
    [
      'yuan with a fee',
      3,
      { currency: 'CNY', rate: 7.3, percentFee: 0.033 },
      { payMinor: 2262, feeMinor: 72 },
    ],
    ['a currency without decimals', 10, { currency: 'JPY', rate: 151.55 }, { payMinor: 1516 }],
    ['half a cent, upwards', 1, { percentFee: 0.005 }, { payMinor: 101, feeMinor: 1 }],
    ['a bonus', 100, { bonuses: { 50: 3, 100: 5, 200: 8 } }, { payMinor: 10_000, bonusQuota: 2_500_000 }],
    ['no bonus below the first step', 49, { bonuses: { 50: 3 } }, { bonusQuota: 0 }],
    ['the largest amount', 1_000_000, { currency: 'CNY', rate: 7.3 }, { payMinor: 730_000_000 }],
  ])('is right for %s', (_, amount, given, expected) => {
    expect(topUpPrice(amount, { ...terms, ...given })).toMatchObject(expected);
  });

  it('is the formula of the specification in 1 000 cases, rounded once', () => {
    let cases = 0;
    for (const amount of [1, 3, 7, 19, 100, 333, 4999, 10_000, 77_777, 1_000_000]) {
      for (const discount of [1000, 995, 950, 877, 333]) {
        for (const [fee, isPercent] of [
          [0, true],
          [5, true],
          [33, true],
          [299, true],
          [30, false],
        ] as const) {
          for (const rate of [1000, 7300, 6877, 14]) {
            cases += 1;
            // In thousandths of each factor: whole numbers, which have no rounding at all.
            const net = BigInt(amount) * BigInt(discount) * 1000n;
            const added = isPercent ? BigInt(amount) * BigInt(discount) * BigInt(fee) : BigInt(fee) * 1000n;
            const cents = ((net + added) * BigInt(rate) * 100n * 2n + 1_000_000_000n) / 2_000_000_000n;
            const price = topUpPrice(amount, {
              ...terms,
              ...{ currency: 'CNY', rate: rate / 1000, discounts: { [amount]: discount / 1000 } },
              ...(isPercent ? { percentFee: fee / 1000 } : { fixedFee: fee / 1000 }),
            });
            expect(price.payMinor, `${amount} ${discount} ${fee} ${rate}`).toBe(Number(cents));
          }
        }
      }
    }
    expect(cases).toBe(1000);
  });
});

describe('an amount of a currency', () => {
  it.each<[string, Currency, number | undefined]>([
    ['19.90', 'CNY', 1990],
    ['1', 'CNY', 100],
    ['1.0', 'CNY', 100],
    ['1.000', 'USD', 100],
    ['1.001', 'USD', undefined],
    ['0.1', 'USD', 10],
    ['151', 'JPY', 151],
    ['151.00', 'JPY', 151],
    ['151.5', 'JPY', undefined],
    ['-1', 'USD', undefined],
    ['1e3', 'USD', undefined],
    ['', 'USD', undefined],
    ['１', 'USD', undefined],
  ])('reads %s of %s', (text, currency, minor) => {
    expect(parseAmountText(text, currency)).toBe(minor);
  });

  it('is written and read without a loss', () => {
    for (const currency of currencies)
      for (const minor of [0, 1, 9, 10, 99, 100, 1990, 730_000_000])
        expect(parseAmountText(toAmountText(minor, currency), currency)).toBe(minor);
  });
});

describe('a table by amounts', () => {
  it.each([
    ['', {}],
    ['{}', {}],
    ['{"100":0.95,"500":0.9}', { 100: 0.95, 500: 0.9 }],
    ['{"100":0}', undefined],
    ['{"100":1.01}', undefined],
    ['{"0":0.9}', undefined],
    ['{"01":0.9}', undefined],
    ['{"1.5":0.9}', undefined],
    ['{"1000001":0.9}', undefined],
    ['{"100":"0.9"}', undefined],
    ['{"100":0.12345678901}', undefined],
    ['[]', undefined],
    ['x', undefined],
  ])('reads %s', (text, table) => {
    expect(parseAmountTable(text, discountTable)).toEqual(table);
  });

  it('has larger numbers for a bonus', () => {
    expect(parseAmountTable('{"100":5}', bonusTable)).toEqual({ 100: 5 });
  });
});
