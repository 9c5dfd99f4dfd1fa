import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { useFormats } from '../text/use-formats.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useTypedNumber } from './typed-number.ts';

/** An amount typed as money, kept as points; both are shown. */
export function MoneyInput({ name, ...props }: FieldProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const { pointsPerUnit, showsCurrency } = useSite();
  const unit = showsCurrency ? pointsPerUnit : 1;
  const {
    value: points,
    error,
    inputProps,
  } = useTypedNumber(name, {
    toValue: (amount) => Math.round(amount * unit),
    toTyped: (value) => value / unit,
    isOptional: props.isOptional ?? false,
  });
  const equivalent =
    showsCurrency && Number.isFinite(points) ? t('points', { points: formats.points(points) }) : '';
  return (
    <FieldFrame {...props} hint={[equivalent, props.hint].filter(Boolean).join(' · ')} error={error}>
      {(ids) => (
        <OutlinedInput
          {...inputProps}
          startAdornment={showsCurrency ? <InputAdornment position="start">$</InputAdornment> : null}
          inputProps={{ ...ids, inputMode: 'decimal', autoComplete: 'off' }}
        />
      )}
    </FieldFrame>
  );
}
