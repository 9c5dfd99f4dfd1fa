import { DatePicker as MuiDatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import { PickerHost } from './picker-host.tsx';
import { type DateInputProps, desktopQuery, pickerSlotProps, pickerSlots } from './picker-look.ts';
import { isWhole, useTypedDate } from './use-typed-date.ts';

export interface DatePickerProps extends DateInputProps {
  /** `YYYY-MM-DD` of the reader's calendar. */
  value: string | undefined;
  /** Takes nothing when the field is cleared, `''` while what is typed is no day. */
  onChange: (day: string | undefined) => void;
  /** Last day that the calendar offers; a later one can still be typed. */
  max?: string;
}

export default function DatePicker({ value, onChange, max, ...props }: DatePickerProps) {
  const { inputRef, typed, change, settle } = useTypedDate({ value, onChange, toDate, toValue });
  const maxDate = toDate(max);
  return (
    <PickerHost>
      {(language) => (
        <MuiDatePicker
          inputRef={inputRef}
          value={typed}
          onChange={change}
          {...(maxDate && { maxDate })}
          desktopModeMediaQuery={desktopQuery}
          slots={pickerSlots}
          slotProps={pickerSlotProps({ ...props, language, settle })}
        />
      )}
    </PickerHost>
  );
}

const toDate = (day: string | undefined): Dayjs | null => {
  const date = dayjs(day ?? '');
  return date.isValid() ? date : null;
};

const toValue = (date: Dayjs | null): string | undefined => {
  if (date === null) return undefined;
  return isWhole(date) ? date.format('YYYY-MM-DD') : '';
};
