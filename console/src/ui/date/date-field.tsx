import { lazy } from 'react';
import { FieldPlace } from './field-place.tsx';
import { withLanguage } from './picker-language.ts';
import type { DateInputProps } from './picker-look.ts';

const DatePicker = lazy(() => withLanguage(import('./date-picker.tsx')));

export interface DateFieldProps extends DateInputProps {
  /** `YYYY-MM-DD` of the reader's calendar. */
  value: string | undefined;
  /** Takes nothing when the field is cleared, `''` while what is typed is no day. */
  onChange: (day: string | undefined) => void;
  /** Last day that the calendar offers; a later one can still be typed. */
  max?: string;
}

/** A day, typed or picked as the chosen language writes it. */
export function DateField(props: DateFieldProps) {
  return (
    <FieldPlace>
      <DatePicker {...props} />
    </FieldPlace>
  );
}
