import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { FieldFrame, type FieldProps } from '../../ui/form/field-frame.tsx';
import { fromDollars, type PriceUnit, toDollars } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';

interface PriceInputProps extends FieldProps {
  unit: PriceUnit;
  isPerCall?: boolean;
}

/** A price typed in dollars or as a multiplier, kept as a multiplier; the other is shown below. */
export function PriceInput({ name, unit, isPerCall = false, ...props }: PriceInputProps) {
  const { t } = useTranslation('pricing');
  const { pointsPerUnit } = useSite();
  const { field, fieldState } = useController({ name });
  const ratio = field.value as number;
  const isMultiplier = unit === 'multiplier';
  const per = isPerCall ? 'call' : isMultiplier ? '1M' : unit;
  const [typed, setTyped] = useState('');
  const ratioOf = (text: string) =>
    isMultiplier ? numberFrom(text) : fromDollars(numberFrom(text), per, pointsPerUnit);
  // What was typed stays as it was typed, for as long as it is the value.
  const text = Object.is(ratioOf(typed), ratio)
    ? typed
    : String(isMultiplier ? ratio : toDollars(ratio, per, pointsPerUnit));
  const other = usePriceText(isMultiplier ? '1M' : 'multiplier');

  function onType(next: string) {
    setTyped(next);
    field.onChange(ratioOf(next));
  }

  const otherText = Number.isFinite(ratio) ? other(ratio, isPerCall) : '';
  return (
    <FieldFrame
      {...props}
      hint={
        isMultiplier && !isPerCall ? t('asDollars', { price: otherText }) : t('same', { price: otherText })
      }
      error={fieldState.error?.message}
    >
      {(ids) => (
        <OutlinedInput
          inputRef={field.ref}
          value={text}
          onBlur={field.onBlur}
          onChange={(event) => onType(event.target.value)}
          startAdornment={<InputAdornment position="start">{isMultiplier ? '×' : '$'}</InputAdornment>}
          endAdornment={
            isMultiplier ? null : <InputAdornment position="end">{t(`per_${per}`)}</InputAdornment>
          }
          inputProps={{ ...ids, inputMode: 'decimal', autoComplete: 'off' }}
        />
      )}
    </FieldFrame>
  );
}

/** NaN for what is no number, so that the form's rule names it. */
export function numberFrom(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return /^\d*\.?\d+$|^\d+\.$/.test(text) ? Number(text) : Number.NaN;
}
