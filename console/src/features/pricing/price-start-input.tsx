import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import { DateTimeField } from '../../ui/date/date-time-field.tsx';
import { FieldFrame } from '../../ui/form/field-frame.tsx';

const DAY_SECONDS = 86_400;

interface PriceStartInputProps {
  /** Epoch seconds; null: at once. */
  value: number | null;
  onChange: (epochSeconds: number | null) => void;
}

/** From when on a price is in use. */
export function PriceStartInput({ value, onChange }: PriceStartInputProps) {
  const { t } = useTranslation('pricing');
  const error = faultOf(value);
  return (
    <FieldFrame
      label={t('start')}
      hint={
        value === null
          ? t('startHint')
          : t('startZone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
      }
      error={error}
    >
      {(ids) => (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <NativeSelect
            input={<OutlinedInput />}
            value={value === null ? 'now' : 'at'}
            onChange={({ target }) => onChange(target.value === 'now' ? null : tomorrow())}
            inputProps={ids}
            sx={{ flex: '1 1 160px' }}
          >
            <option value="now">{t('startNow')}</option>
            <option value="at">{t('startAt')}</option>
          </NativeSelect>
          {value === null ? null : (
            <Box sx={{ flex: '1 1 220px' }}>
              <DateTimeField
                label={t('startMoment')}
                value={value}
                onChange={(next) => onChange(next ?? Number.NaN)}
                aria-describedby={ids['aria-describedby']}
                aria-invalid={ids['aria-invalid']}
              />
            </Box>
          )}
        </Box>
      )}
    </FieldFrame>
  );
}

function faultOf(value: number | null): string | undefined {
  if (value === null || isFuture(value)) return undefined;
  return Number.isNaN(value) ? 'field.not_a_date' : 'price.not_to_come';
}

/** Not for a moment that is not typed wholly, either. */
const isFuture = (epochSeconds: number): boolean => epochSeconds * 1000 > Date.now();

/** The next midnight of the reader's clock. */
function tomorrow(): number {
  const day = new Date(Date.now() + DAY_SECONDS * 1000);
  return Math.floor(new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime() / 1000);
}
