import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateTimeField } from '../date/date-time-field.tsx';
import { readerTimeZoneText } from '../date/time-zone.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

const DAY_SECONDS = 86_400;

interface MomentInputProps extends FieldProps {
  /** Names the choice of no moment, which is kept as 0. */
  noneLabel: string;
}

/** A moment in the reader's time zone, or none; kept as epoch seconds. */
export function MomentInput({ name, noneLabel, ...props }: MomentInputProps) {
  const { t, i18n } = useTranslation('ui');
  const { field, fieldState } = useController({ name });
  const seconds = field.value as number;
  const hasMoment = seconds !== 0;
  return (
    <FieldFrame
      {...props}
      {...(hasMoment && { hint: t('timeZone', { zone: readerTimeZoneText(i18n.language) }) })}
      error={Number.isNaN(seconds) ? 'field.not_a_date' : fieldState.error?.message}
    >
      {(ids) => (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <NativeSelect
            input={<OutlinedInput />}
            inputRef={field.ref}
            value={hasMoment ? 'at' : 'none'}
            onChange={({ target }) => field.onChange(target.value === 'none' ? 0 : inThirtyDays())}
            inputProps={ids}
            sx={{ flex: '1 1 160px' }}
          >
            <option value="none">{noneLabel}</option>
            <option value="at">{t('atMoment')}</option>
          </NativeSelect>
          {hasMoment ? (
            <Box sx={{ flex: '1 1 220px' }}>
              <DateTimeField
                label={props.label}
                value={seconds}
                onChange={(next) => field.onChange(next ?? Number.NaN)}
                aria-describedby={ids['aria-describedby']}
                aria-invalid={ids['aria-invalid']}
              />
            </Box>
          ) : null}
        </Box>
      )}
    </FieldFrame>
  );
}

/** A whole hour, which is easy to read and to change. */
const inThirtyDays = (): number => Math.ceil(Date.now() / 3_600_000) * 3600 + 30 * DAY_SECONDS;
