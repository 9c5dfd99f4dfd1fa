import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { NEVER_EXPIRES } from '@turnpike/contract';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateTimeField } from '../date/date-time-field.tsx';
import { readerTimeZoneText } from '../date/time-zone.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

const DAY_SECONDS = 86_400;
const presetDays = [7, 30, 90, 365];

/** Never, in some days, or at a moment of the reader's own time zone; kept as epoch seconds. */
export function ExpiryInput({ name, ...props }: FieldProps) {
  const { t, i18n } = useTranslation('ui');
  const { field, fieldState } = useController({ name });
  const seconds = field.value as number;
  const [kind, setKind] = useState(seconds === NEVER_EXPIRES ? 'never' : 'at');
  const [isTyping, setTyping] = useState(false);
  // Half a date is not wrong yet.
  const isNoDate = kind === 'at' && Number.isNaN(seconds) && (!isTyping || fieldState.error !== undefined);

  function choose(next: string) {
    setKind(next);
    const nowSeconds = Math.floor(Date.now() / 1000);
    if (next === 'never') field.onChange(NEVER_EXPIRES);
    else if (next === 'at')
      field.onChange(seconds === NEVER_EXPIRES ? roundUp(nowSeconds + 30 * DAY_SECONDS) : seconds);
    else field.onChange(nowSeconds + Number(next) * DAY_SECONDS);
  }

  return (
    <FieldFrame
      {...props}
      {...(kind === 'at' && { hint: t('expiryTimeZone', { zone: readerTimeZoneText(i18n.language) }) })}
      error={isNoDate ? 'field.not_a_date' : fieldState.error?.message}
    >
      {(ids) => (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <NativeSelect
            input={<OutlinedInput />}
            inputRef={field.ref}
            value={kind}
            onChange={(event) => choose(event.target.value)}
            inputProps={ids}
            sx={{ flex: '1 1 160px' }}
          >
            <option value="never">{t('expiryNever')}</option>
            {presetDays.map((days) => (
              <option key={days} value={String(days)}>
                {t('expiryInDays', { days })}
              </option>
            ))}
            <option value="at">{t('expiryAtMoment')}</option>
          </NativeSelect>
          {kind === 'at' ? (
            <Box onFocus={() => setTyping(true)} onBlur={() => setTyping(false)} sx={{ flex: '1 1 220px' }}>
              <DateTimeField
                label={t('expiryMoment')}
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

/** To the next of the minutes that can be picked. */
const roundUp = (seconds: number): number => Math.ceil(seconds / 300) * 300;
