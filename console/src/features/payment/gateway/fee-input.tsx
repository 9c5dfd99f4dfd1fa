import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../../ui/form/field-frame.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useTypedNumber } from '../../../ui/form/typed-number.ts';

const kinds = ['none', 'fixed', 'percent'] as const;
type FeeKind = (typeof kinds)[number];

/** A gateway has one fee: none, dollars for each payment, or a part of the amount. */
export function FeeInput() {
  const { t } = useTranslation('payment');
  const { getValues, setValue, clearErrors } = useFormContext();
  const [kind, setKind] = useState<FeeKind>(() => {
    if (getValues('percent_fee') > 0) return 'percent';
    return getValues('fixed_fee') > 0 ? 'fixed' : 'none';
  });

  function choose(next: FeeKind) {
    clearErrors(['fixed_fee', 'percent_fee']);
    setValue('fixed_fee', 0, { shouldDirty: true });
    setValue('percent_fee', 0, { shouldDirty: true });
    setKind(next);
  }

  return (
    <>
      <SelectField
        label={t('fee')}
        hint={t('feeHint')}
        value={kind}
        choices={kinds.map((value) => ({ value, label: t(`fee_${value}`) }))}
        onChange={choose}
      />
      {kind === 'fixed' ? <TextInput name="fixed_fee" label={t('fixedFee')} isNumber /> : null}
      {kind === 'percent' ? <PercentInput /> : null}
    </>
  );
}

/** Typed as percent, kept as a part: 0.05 is 5 %. */
function PercentInput() {
  const { t } = useTranslation('payment');
  const { error, inputProps } = useTypedNumber('percent_fee', {
    toValue: (typed) => Number((typed / 100).toFixed(9)),
    toTyped: (part) => Number((part * 100).toPrecision(12)),
  });
  return (
    <FieldFrame label={t('percentFee')} error={error}>
      {(ids) => (
        <OutlinedInput
          {...inputProps}
          endAdornment={<InputAdornment position="end">%</InputAdornment>}
          inputProps={{ ...ids, inputMode: 'decimal', autoComplete: 'off' }}
        />
      )}
    </FieldFrame>
  );
}
