import { lazy } from 'react';
import { FieldPlace } from './field-place.tsx';
import { withLanguage } from './picker-language.ts';
import type { DateInputProps } from './picker-look.ts';

const DateTimePicker = lazy(() => withLanguage(import('./date-time-picker.tsx')));

export interface DateTimeFieldProps extends DateInputProps {
  /** Epoch seconds. */
  value: number | undefined;
  /** Takes nothing when the field is cleared, `NaN` while what is typed is no moment. */
  onChange: (epochSeconds: number | undefined) => void;
}

/** A moment in the reader's time zone, typed or picked as the chosen language writes it. */
export function DateTimeField(props: DateTimeFieldProps) {
  return (
    <FieldPlace>
      <DateTimePicker {...props} />
    </FieldPlace>
  );
}
