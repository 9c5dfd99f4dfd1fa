import { DateTimePicker as MuiDateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import dayjs, { type Dayjs } from 'dayjs';
import { PickerHost } from './picker-host.tsx';
import { type DateInputProps, desktopQuery, pickerSlotProps, pickerSlots } from './picker-look.ts';
import { isWhole, useTypedDate } from './use-typed-date.ts';

export interface DateTimePickerProps extends DateInputProps {
  /** Epoch seconds. */
  value: number | undefined;
  /** Takes nothing when the field is cleared, `NaN` while what is typed is no moment. */
  onChange: (epochSeconds: number | undefined) => void;
}

export default function DateTimePicker({ value, onChange, ...props }: DateTimePickerProps) {
  const { inputRef, typed, change, settle } = useTypedDate({ value, onChange, toDate, toValue });
  return (
    <PickerHost>
      {(language) => (
        <MuiDateTimePicker
          inputRef={inputRef}
          value={typed}
          onChange={change}
          desktopModeMediaQuery={desktopQuery}
          slots={pickerSlots}
          slotProps={pickerSlotProps({ ...props, language, settle })}
        />
      )}
    </PickerHost>
  );
}

const toDate = (seconds: number | undefined): Dayjs | null =>
  seconds === undefined || Number.isNaN(seconds) ? null : dayjs.unix(seconds);

const toValue = (date: Dayjs | null): number | undefined => {
  if (date === null) return undefined;
  return isWhole(date) ? date.unix() : Number.NaN;
};
