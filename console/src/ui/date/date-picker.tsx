import { DatePicker as MuiDatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import type { DateFieldProps } from './date-field.tsx';
import { PickerHost } from './picker-host.tsx';
import { desktopQuery, pickerSlotProps, pickerSlots } from './picker-look.ts';
import { isWhole, useTypedDate } from './use-typed-date.ts';

export default function DatePicker({ value, onChange, max, ...props }: DateFieldProps) {
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
