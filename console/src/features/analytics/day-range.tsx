import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/date/date-field.tsx';
import { fieldText } from '../../ui/form/field-issue.ts';

interface Days {
  from: string;
  to: string;
}

interface DayRangeProps {
  days: Days;
  onChange: (days: Days) => void;
}

/** First and last day of an own range; the charts follow as soon as both are days, and in order. */
export function DayRange({ days, onChange }: DayRangeProps) {
  const { t } = useTranslation('analytics');
  const faultId = useId();
  const [typed, setTyped] = useState<{ [Edge in keyof Days]?: string | undefined }>({});
  const { from, to } = { ...days, ...typed };
  const [isTyping, setTyping] = useState(false);
  const isWrong = Boolean(from && to) && isInOrder(from, to) === false;
  // Half a date is not wrong yet.
  const noDate = (day: string | undefined) => day === '' && !isTyping;
  const fault = wordsOf({ isWrong, isNoDate: noDate(from) || noDate(to) });

  function change(edge: keyof Days, day: string | undefined) {
    const next = { ...days, ...typed, [edge]: day };
    const isApplied = isInOrder(next.from, next.to);
    setTyped(isApplied ? {} : { ...typed, [edge]: day });
    if (isApplied) onChange({ from: next.from ?? '', to: next.to ?? '' });
  }

  return (
    <>
      {(['from', 'to'] as const).map((edge) => (
        <Box
          key={edge}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          sx={{ flex: '0 1 160px' }}
        >
          <DateField
            label={t(edge)}
            value={edge === 'from' ? from : to}
            onChange={(day) => change(edge, day)}
            aria-invalid={isWrong || noDate(edge === 'from' ? from : to)}
            aria-describedby={fault === undefined ? undefined : faultId}
          />
        </Box>
      ))}
      {fault ? (
        <FormHelperText id={faultId} error role="alert" sx={{ mt: 0 }}>
          {fieldText(fault)}
        </FormHelperText>
      ) : null}
    </>
  );
}

function wordsOf({ isWrong, isNoDate }: { isWrong: boolean; isNoDate: boolean }): string | undefined {
  if (isNoDate) return 'field.not_a_date';
  return isWrong ? 'field.ends_before_start' : undefined;
}

/** `YYYY-MM-DD` sorts as it counts. */
const isInOrder = (from: string | undefined, to: string | undefined): boolean =>
  Boolean(from) && Boolean(to) && String(from) <= String(to);
