import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { UnitKind } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { FieldFrame, type FieldProps } from '../../ui/form/field-frame.tsx';
import { useTypedNumber } from '../../ui/form/typed-number.ts';
import { usePriceCurrency } from '../../ui/price/price-currency.ts';
import { fromMoney, type PriceUnit, toMoney } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';

interface PriceInputProps extends FieldProps {
  unit: PriceUnit;
  /** Unit of the price, if not tokens. */
  per?: UnitKind;
}

/** A price typed in dollars, in yuan or as a multiplier, kept as a multiplier; the other is shown below. */
export function PriceInput({ name, unit, per, ...props }: PriceInputProps) {
  const { t } = useTranslation('pricing');
  const { currency, signOf, money } = usePriceCurrency();
  const isMultiplier = unit === 'multiplier';
  const scale = per ? 'call' : isMultiplier ? '1M' : unit;
  const {
    value: ratio,
    error,
    inputProps,
  } = useTypedNumber(name, {
    toValue: (typed) => (isMultiplier ? typed : fromMoney(typed, scale, money)),
    toTyped: (value) => (isMultiplier ? value : toMoney(value, scale, money)),
  });
  const other = usePriceText(isMultiplier ? '1M' : 'multiplier');
  const otherText = Number.isFinite(ratio) ? other(ratio, per) : undefined;
  return (
    <FieldFrame
      {...props}
      hint={
        otherText === undefined || ratio === 0
          ? otherText
          : isMultiplier && !per
            ? t('asDollars', { price: otherText })
            : isMultiplier
              ? otherText
              : t('same', { price: otherText })
      }
      error={error}
    >
      {(ids) => (
        <OutlinedInput
          {...inputProps}
          startAdornment={
            <InputAdornment position="start">{isMultiplier ? '×' : signOf(currency)}</InputAdornment>
          }
          endAdornment={
            isMultiplier ? null : <InputAdornment position="end">{t(`per_${per ?? unit}`)}</InputAdornment>
          }
          inputProps={{ ...ids, inputMode: 'decimal', autoComplete: 'off' }}
        />
      )}
    </FieldFrame>
  );
}
