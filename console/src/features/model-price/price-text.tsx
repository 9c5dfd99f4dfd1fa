import Box from '@mui/material/Box';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { toTag } from '../../i18n/languages.ts';
import { type PricedModel, type PriceUnit, toDollars } from './priced-model.ts';

/** A price as text: dollars with at most six significant digits, or the multiplier. Source: product specification, 9. */
export function usePriceText(unit: PriceUnit) {
  const { t, i18n } = useTranslation('model-price');
  const { pointsPerUnit } = useSite();
  const tag = toTag(i18n.language);
  return useCallback(
    (multiplier: number, isPerCall = false): string => {
      if (multiplier === 0) return t('free');
      const format = new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 });
      if (unit === 'multiplier') return `×${format.format(multiplier)}`;
      const dollars = format.format(toDollars(multiplier, isPerCall ? 'call' : unit, pointsPerUnit));
      return isPerCall ? t('perCall', { price: `$${dollars}` }) : `$${dollars}`;
    },
    [t, tag, unit, pointsPerUnit],
  );
}

interface PriceCellProps {
  row: PricedModel;
  part: 'input' | 'output' | 'cache_read' | 'cache_write';
  unit: PriceUnit;
}

/** One part of a model's price; a call that costs a fixed sum has it as its input. */
export function PriceCell({ row, part, unit }: PriceCellProps) {
  const { t } = useTranslation('model-price');
  const priceText = usePriceText(unit);
  if (!row.isAvailable && part === 'input') {
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('notAvailable')}
      </Box>
    );
  }
  const isNothing = !row.isAvailable || (row.type === 'times' && part !== 'input');
  if (isNothing)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {'–'}
      </Box>
    );
  return <span>{priceText(row[part], row.type === 'times')}</span>;
}

/** The rarer parts of a price, by name. */
export function PriceExtras({ row, unit }: Omit<PriceCellProps, 'part'>) {
  const { t } = useTranslation('model-price');
  const priceText = usePriceText(unit);
  if (!row.isAvailable || row.type === 'times' || row.extras.length === 0) return null;
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {row.extras.map(({ name, multiplier }) => `${t(`extra_${name}`)} ${priceText(multiplier)}`).join(' · ')}
    </Box>
  );
}
