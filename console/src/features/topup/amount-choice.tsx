import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { PayWayView } from '@turnpike/contract';
import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../ui/form/field-frame.tsx';
import { fieldText } from '../../ui/form/field-issue.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { AmountTiles } from './amount-tiles.tsx';
import { commonAmounts, maxAmountOf, orderAmount } from './pay-amount.ts';
import type { AmountTables } from './topup-api.ts';

interface AmountChoiceProps {
  way: PayWayView | undefined;
  tables: AmountTables;
  typed: string;
  /** As `fieldText` reads it. */
  error: string | undefined;
  field: RefObject<HTMLInputElement | null>;
  onChange: (typed: string) => void;
}

/** The amounts of a way to pay that sells only some; otherwise a field, and buttons that fill it. */
export function AmountChoice({ way, field, ...props }: AmountChoiceProps) {
  if (way !== undefined && way.amounts !== null)
    return <SoldAmounts {...props} way={way} amounts={way.amounts} />;
  return (
    <>
      {way ? <CommonAmounts {...props} way={way} /> : null}
      <AmountField {...props} way={way} field={field} />
    </>
  );
}

interface SoldAmountsProps extends Omit<AmountChoiceProps, 'field'> {
  amounts: readonly number[];
}

function SoldAmounts({ way, amounts, tables, typed, error, onChange }: SoldAmountsProps) {
  const { t } = useTranslation('topup');
  const id = useId();
  return (
    <div>
      <FormLabel id={id} component="p" error={error !== undefined} sx={{ m: 0, mb: 1 }}>
        {t('amountField')}
      </FormLabel>
      <AmountTiles
        group={{ role: 'radiogroup', 'aria-labelledby': id }}
        {...{ amounts, tables, amount: orderAmount(typed, way) }}
        onChoose={(amount) => onChange(String(amount))}
      />
      {error === undefined ? null : (
        <FormHelperText error role="alert">
          {fieldText(error)}
        </FormHelperText>
      )}
    </div>
  );
}

type CommonAmountsProps = Pick<AmountChoiceProps, 'tables' | 'typed' | 'onChange'> & { way: PayWayView };

/** Buttons of the amounts that have a discount or a bonus. */
function CommonAmounts({ way, tables, typed, onChange }: CommonAmountsProps) {
  const { t } = useTranslation('topup');
  const amounts = commonAmounts(way, tables);
  if (amounts.length === 0) return null;
  return (
    <AmountTiles
      group={{ role: 'group', 'aria-label': t('commonAmounts') }}
      {...{ amounts, tables, amount: orderAmount(typed, way) }}
      onChoose={(amount) => onChange(String(amount))}
    />
  );
}

function AmountField({ way, typed, error, field, onChange }: Omit<AmountChoiceProps, 'tables'>) {
  const { t } = useTranslation('topup');
  return (
    <FieldFrame label={t('amountField')} hint={way && <AmountHint way={way} />} error={error}>
      {(ids) => (
        <OutlinedInput
          name="amount"
          inputRef={field}
          value={typed}
          onChange={({ target }) => onChange(target.value)}
          startAdornment={<InputAdornment position="start">$</InputAdornment>}
          inputProps={{ ...ids, inputMode: 'numeric', autoComplete: 'off' }}
        />
      )}
    </FieldFrame>
  );
}

function AmountHint({ way }: { way: PayWayView }) {
  const { t } = useTranslation('topup');
  const formats = useFormats();
  const least = `$${formats.number(way.min_amount)}`;
  return way.max_amount > 0
    ? t('amountRange', { least, most: `$${formats.number(maxAmountOf(way))}` })
    : t('amountHint', { least });
}
