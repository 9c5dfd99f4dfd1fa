import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import type { SxProps, Theme } from '@mui/material/styles';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { PickerLanguage } from './picker-language.ts';

/** Properties of both fields. They come from `FieldFrame`, or are only the name if no label is visible. */
export interface DateInputProps {
  /** Read aloud for the group of day, month and year. */
  label: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean;
  /** Instead of sending the form. */
  onEnter?: (() => void) | undefined;
}

/** Typed with a mouse at hand; where a finger points or there is no room, the choice opens as a dialog. */
export const desktopQuery = '(pointer: fine) and (min-width: 600px)';

export const pickerSlots = { openPickerIcon: CalendarIcon };

/** Same measures as the other fields. */
const field: SxProps<Theme> = (theme) => ({
  '& .MuiPickersOutlinedInput-root': {
    minHeight: 36,
    padding: '0 12px',
    background: theme.vars?.palette.background.paper,
    letterSpacing: 'inherit',
    '@media (pointer: coarse)': { minHeight: 44, fontSize: 16 },
  },
  '& .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: theme.vars?.palette.divider,
    ...theme.applyStyles('dark', { borderColor: 'rgba(255, 255, 255, 0.22)' }),
  },
  '& .MuiPickersInputBase-sectionsContainer': {
    width: 'auto',
    padding: '6.5px 0',
    fontVariantNumeric: 'tabular-nums',
  },
});

const floating: SxProps<Theme> = (theme) => ({
  borderRadius: '8px',
  border: `1px solid ${theme.vars?.palette.divider}`,
  boxShadow: '0 8px 24px rgba(0,0,0,0.12)',
  ...theme.applyStyles('dark', { boxShadow: 'none', background: theme.vars?.palette.background.raised }),
});

interface LookOptions extends DateInputProps {
  language: PickerLanguage;
  /** Says what the field holds, before it is left or sent. */
  settle: () => void;
}

export function pickerSlotProps({ label, id, language, settle, onEnter, ...aria }: LookOptions) {
  return {
    textField: {
      ...(id !== undefined && { id }),
      fullWidth: true,
      error: aria['aria-invalid'] ?? false,
      sx: field,
      slotProps: { input: { 'aria-label': label, 'aria-describedby': aria['aria-describedby'] } },
      onBlur: settle,
      onKeyDown: (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
        if (event.key !== 'Enter') return;
        // The form is sent by the same press and must see it.
        flushSync(settle);
        if (onEnter === undefined) return;
        event.preventDefault();
        event.defaultMuiPrevented = true;
        onEnter();
      },
    },
    calendarHeader: { format: language.monthFormat },
    openPickerButton: { size: 'small' },
    popper: { 'aria-label': label },
    desktopPaper: { sx: floating },
    // The field says already what is chosen.
    toolbar: { hidden: true },
    mobilePaper: { 'aria-label': label },
  } as const;
}
