import { lazyPart } from '../loading/lazy-part.ts';
import type { DatePickerProps } from './date-picker.tsx';
import { FieldPlace } from './field-place.tsx';
import { withLanguage } from './load-language.ts';

const DatePicker = lazyPart(() => withLanguage(import('./date-picker.tsx')));

/** A day, typed or picked as the chosen language writes it. */
export function DateField(props: DatePickerProps) {
  return (
    <FieldPlace>
      <DatePicker {...props} />
    </FieldPlace>
  );
}
