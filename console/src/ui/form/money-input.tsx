import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { useFormats } from '../use-formats.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

/** An amount typed as money, kept as points; both are shown. */
export function MoneyInput({ name, ...props }: FieldProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const { pointsPerUnit, showsCurrency } = useSite();
  const unit = showsCurrency ? pointsPerUnit : 1;
  const { field, fieldState } = useController({ name });
  const points = field.value as number;
  const [typed, setTyped] = useState('');
  // What was typed stays as it was typed, for as long as it is the value.
  const text = Object.is(pointsFrom(typed, unit), points) ? typed : String(points / unit);

  function onType(next: string) {
    setTyped(next);
    field.onChange(pointsFrom(next, unit));
  }

  const equivalent =
    showsCurrency && Number.isFinite(points) ? t('points', { points: formats.points(points) }) : '';
  return (
    <FieldFrame
      {...props}
      hint={[equivalent, props.hint].filter(Boolean).join(' · ')}
      error={fieldState.error?.message}
    >
      {(ids) => (
        <OutlinedInput
          inputRef={field.ref}
          value={text}
          onBlur={field.onBlur}
          onChange={(event) => onType(event.target.value)}
          startAdornment={showsCurrency ? <InputAdornment position="start">$</InputAdornment> : null}
          inputProps={{ ...ids, inputMode: 'decimal', autoComplete: 'off' }}
        />
      )}
    </FieldFrame>
  );
}

/** Whole points for a typed amount; NaN for what is no number, so that the form rule names it. */
export function pointsFrom(typed: string, pointsPerUnit: number): number {
  const text = typed.trim().replace(',', '.');
  if (!/^-?\d*\.?\d+$/.test(text) && !/^-?\d+\.$/.test(text)) return Number.NaN;
  return Math.round(Number(text) * pointsPerUnit);
}
