import { lazyPart } from '../loading/lazy-part.ts';
import type { DateTimePickerProps } from './date-time-picker.tsx';
import { FieldPlace } from './field-place.tsx';
import { withLanguage } from './load-language.ts';

const DateTimePicker = lazyPart(() => withLanguage(import('./date-time-picker.tsx')));

/** A moment in the reader's time zone, typed or picked as the chosen language writes it. */
export function DateTimeField(props: DateTimePickerProps) {
  return (
    <FieldPlace>
      <DateTimePicker {...props} />
    </FieldPlace>
  );
}
