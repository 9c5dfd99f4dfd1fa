import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../chart/choice-buttons.tsx';
import { type PriceUnit, priceUnits } from './price-unit.ts';

interface PriceUnitButtonsProps {
  value: PriceUnit;
  onChange: (unit: PriceUnit) => void;
}

/** Dollars per million tokens, per thousand, or the multiplier itself. */
export function PriceUnitButtons({ value, onChange }: PriceUnitButtonsProps) {
  const { t } = useTranslation('price');
  return (
    <ChoiceButtons
      label={t('unit')}
      names={priceUnits}
      value={value}
      onChange={onChange}
      textOf={(unit) => t(`unit_${unit}`)}
    />
  );
}
