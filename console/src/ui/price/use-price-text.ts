import type { UnitKind } from '@turnpike/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { toTag } from '../../i18n/languages.ts';
import { usePriceCurrency } from './price-currency.ts';
import { type PriceUnit, toMoney } from './price-unit.ts';

/** Decimals that six significant digits need, and at least the cents. */
function decimalsOf(amount: number): number {
  const [, decimals = ''] = amount.toFixed(12).split('.');
  const leading = amount >= 1 ? String(Math.trunc(amount)).length : -(/[1-9]/.exec(decimals)?.index ?? 0);
  return Math.min(12, Math.max(2, 6 - leading));
}

/**
 * A price as text: dollars or yuan with at most six significant digits, or the multiplier.
 * Its second parameter says what is not paid by tokens: a call, or a unit.
 * Source: docs/reference/compatibility.md, "Numbers on screens".
 */
export function usePriceText(unit: PriceUnit) {
  const { t, i18n } = useTranslation('price');
  const { currency, signOf, money } = usePriceCurrency();
  const sign = signOf(currency);
  const { pointsPerUnit, perDollar } = money;
  const tag = toTag(i18n.language);
  return useCallback(
    (multiplier: number, per: boolean | UnitKind = false): string => {
      const kind = per === true ? 'call' : per;
      if (multiplier === 0) return t('free');
      if (unit === 'multiplier')
        return `×${new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 }).format(multiplier)}`;
      const amount = toMoney(multiplier, kind ? 'call' : unit, { pointsPerUnit, perDollar });
      const shown = new Intl.NumberFormat(tag, {
        minimumFractionDigits: 2,
        maximumFractionDigits: decimalsOf(amount),
      }).format(amount);
      const price = `${sign}${shown}`;
      return kind ? t(`perUnit_${kind}`, { price }) : price;
    },
    [t, tag, unit, sign, pointsPerUnit, perDollar],
  );
}
