import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { hasNoOutput, isByUnitsOnly } from '../../ui/price/class-price.ts';
import { HourNow } from '../../ui/price/hour-now.tsx';
import { partNames } from '../../ui/price/price-parts.ts';
import { PricePartsButton } from '../../ui/price/price-parts-button.tsx';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';
import type { PricedModel } from './priced-model.ts';

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
  const isNothing =
    !row.isAvailable ||
    isByUnitsOnly({ ...row, units: row.parts.units }) ||
    (row.type === 'times' && part !== 'input') ||
    (part !== 'input' && hasNoOutput(row));
  if (isNothing)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {'–'}
      </Box>
    );
  const isUsual = (part === 'cache_read' || part === 'cache_write') && !row.isCacheSet[part];
  return (
    <Box component="span" sx={isUsual ? { color: 'text.secondary' } : {}}>
      {priceText(row[part], row.type === 'times')}
    </Box>
  );
}

export const hasExtras = ({ isAvailable, type, extras, parts }: PricedModel): boolean =>
  isAvailable && ((type !== 'times' && extras.length > 0) || partNames(parts).length > 0);

/** The rarer parts of a price, by name. */
export function PriceExtras({ row, unit }: Omit<PriceCellProps, 'part'>) {
  const { t } = useTranslation('price');
  const priceText = usePriceText(unit);
  return (
    <Box sx={{ display: 'inline-block' }}>
      {row.type === 'times'
        ? null
        : row.extras
            .map(({ name, multiplier }) => `${t(`extra_${name}`)} ${priceText(multiplier)}`)
            .join(' · ')}
      {row.extras.length > 0 ? ' ' : null}
      <PricePartsButton
        model={row.model}
        price={{ type: row.type, input: row.input, output: row.output, ...row.parts }}
        unit={unit}
        source={row.price}
      />
      {row.parts.hours === undefined ? null : (
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          <HourNow hours={row.parts.hours} />
        </Box>
      )}
    </Box>
  );
}
