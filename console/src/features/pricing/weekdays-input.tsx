import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toTag } from '../../i18n/languages.ts';
import { FieldFrame, type FieldProps } from '../../ui/form/field-frame.tsx';

/** 2024-01-01 was a Monday. */
const dayOf = (day: number): Date => new Date(Date.UTC(2024, 0, day));

/** Days of a week to choose: 1 is Monday. */
export function WeekdaysInput({ name, label, ...props }: FieldProps) {
  const { field, fieldState } = useController({ name });
  const { i18n } = useTranslation();
  const chosen: readonly number[] = field.value ?? [];
  const nameOf = (day: number, weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(toTag(i18n.language), { weekday, timeZone: 'UTC' }).format(dayOf(day));
  const toggled = (day: number) =>
    chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day].sort((a, b) => a - b);
  return (
    <FieldFrame {...props} label={label} error={fieldState.error?.message}>
      {(ids) => (
        <Box
          role="group"
          aria-label={label}
          aria-describedby={ids['aria-describedby']}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
        >
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <Chip
              key={day}
              label={nameOf(day, 'short')}
              aria-label={nameOf(day, 'long')}
              clickable
              aria-pressed={chosen.includes(day)}
              variant={chosen.includes(day) ? 'filled' : 'outlined'}
              color={chosen.includes(day) ? 'primary' : 'default'}
              onClick={() => field.onChange(toggled(day))}
              sx={{ '@media (pointer: coarse)': { minHeight: 40 } }}
            />
          ))}
        </Box>
      )}
    </FieldFrame>
  );
}
