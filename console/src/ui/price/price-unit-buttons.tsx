import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../chart/choice-buttons.tsx';
import { priceCurrencies, usePriceCurrency } from './price-currency.ts';
import { type PriceUnit, priceUnits } from './price-unit.ts';

interface PriceUnitButtonsProps {
  value: PriceUnit;
  onChange: (unit: PriceUnit) => void;
}

/** Dollars or yuan per million tokens, per thousand, or the multiplier itself. */
export function PriceUnitButtons({ value, onChange }: PriceUnitButtonsProps) {
  const { t } = useTranslation('price');
  const { currency, choose, signOf } = usePriceCurrency();
  return (
    <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, maxWidth: '100%' }}>
      {value === 'multiplier' ? null : (
        <ChoiceButtons
          label={t('currency')}
          names={priceCurrencies}
          value={currency}
          onChange={choose}
          textOf={signOf}
        />
      )}
      <ChoiceButtons
        label={t('unit')}
        names={priceUnits}
        value={value}
        onChange={onChange}
        textOf={(unit) => t(`unit_${unit}`)}
      />
    </Box>
  );
}
