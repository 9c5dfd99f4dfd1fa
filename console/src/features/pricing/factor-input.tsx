import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { FieldFrame, type FieldProps } from '../../ui/form/field-frame.tsx';
import { useTypedNumber } from '../../ui/form/typed-number.ts';

const same = (value: number): number => value;

/** A factor on a price, with what it comes to below. */
export function FactorInput({ name, ...props }: FieldProps) {
  const { error, inputProps } = useTypedNumber(name, { toValue: same, toTyped: same });
  return (
    <FieldFrame {...props} error={error}>
      {(ids) => (
        <OutlinedInput
          {...inputProps}
          startAdornment={<InputAdornment position="start">×</InputAdornment>}
          inputProps={{ ...ids, inputMode: 'decimal', autoComplete: 'off' }}
        />
      )}
    </FieldFrame>
  );
}
