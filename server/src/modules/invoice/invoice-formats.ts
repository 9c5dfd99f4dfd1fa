import type { Language } from '@turnpike/contract';
import type { Options } from '../option/options.ts';

/** Numbers of an invoice in a language, with amounts as the site shows them. */
export function invoiceFormats(options: Pick<Options, 'flag' | 'number'>, language: Language) {
  const tag = language.replace('_', '-');
  const fixed = (digits: number) =>
    new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const [whole, thousandths, millionths] = [fixed(0), fixed(3), fixed(6)];
  const isCurrency = options.flag('DisplayInCurrencyEnabled');
  const pointsPerUnit = options.number('QuotaPerUnit');
  const size = (points: number) =>
    isCurrency ? `$${millionths.format(points / pointsPerUnit)}` : whole.format(points);
  return {
    number: (value: number) => whole.format(value),
    seconds: (ms: number) => thousandths.format(ms / 1000),
    amount: (points: number) => `${points < 0 ? '−' : ''}${size(Math.abs(points))}`,
  };
}
