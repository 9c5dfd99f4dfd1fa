import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { DateField } from '../../ui/date/date-field.tsx';
import { FieldFrame } from '../../ui/form/field-frame.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useIsCleaningUp, useLogCleanUp } from './setting-api.ts';

const USUAL_DAYS = 30;

/** Deletes the log rows of old calls, before a midnight of the reader. */
export function LogCleanUp() {
  const { t } = useTranslation('setting');
  const formats = useFormats();
  const [day, setDay] = useState<string | undefined>(() => dayBefore(USUAL_DAYS));
  const [isTyping, setTyping] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isRunning = useIsCleaningUp();
  const cleanUp = useLogCleanUp((count) =>
    showToast('success', t('callsDeleted', { count, shown: formats.number(count) })),
  );
  const target = Math.floor(new Date(`${day}T00:00`).getTime() / 1000);
  const error = faultOf(day);
  const ask = () => setAsking(error === undefined && !isRunning);

  return (
    <div>
      <FieldFrame
        label={t('callsBefore')}
        hint={t('callsBeforeHint')}
        // Half a date is not wrong yet.
        error={isTyping && !day ? undefined : error}
      >
        {(ids) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Box onFocus={() => setTyping(true)} onBlur={() => setTyping(false)} sx={{ flex: '0 1 200px' }}>
              <DateField
                {...ids}
                label={t('callsBefore')}
                value={day}
                onChange={setDay}
                max={dayBefore(1)}
                // It stands in the form of the settings, which is not to be sent by it.
                onEnter={ask}
              />
            </Box>
            <Button
              variant="outlined"
              color="error"
              disabled={error !== undefined}
              loading={isRunning}
              onClick={ask}
            >
              {t('deleteOldCalls')}
            </Button>
          </Box>
        )}
      </FieldFrame>
      <Box role="status">
        {isRunning ? (
          <>
            <LinearProgress aria-label={t('deletingCalls')} sx={{ mt: 4, mb: 2, borderRadius: '4px' }} />
            {t('deletingCalls')}
          </>
        ) : null}
      </Box>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteCallsTitle', { time: error === undefined ? formats.zonedTime(target) : '' })}
        confirmLabel={t('deleteOldCalls')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          cleanUp.mutate(target);
        }}
      >
        {t('deleteCallsEffect')}
      </ConfirmDialog>
    </div>
  );
}

function faultOf(day: string | undefined): string | undefined {
  if (day === undefined) return 'field.required';
  if (day === '') return 'field.not_a_date';
  // Yesterday's midnight is a day ago at any time of today.
  return day > dayBefore(1) ? 'log.too_recent' : undefined;
}

/** `YYYY-MM-DD` of the reader's calendar. */
function dayBefore(days: number): string {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
