import { type ChangeEvent, useState } from 'react';
import { useController } from 'react-hook-form';

/** NaN for what is no number, so that the form's rule names it. */
export function numberFrom(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return /^-?(\d*\.?\d+|\d+\.)$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * A field whose value is another number than the one that is typed: points typed as money, a multiplier typed
 * as dollars. An empty optional field leaves the form's value undefined.
 * @returns `value` NaN for none
 */
export function useTypedNumber(
  name: string,
  {
    toValue,
    toTyped,
    isOptional = false,
  }: { toValue: (typed: number) => number; toTyped: (value: number) => number; isOptional?: boolean },
) {
  const { field, fieldState } = useController({ name });
  const [typed, setTyped] = useState('');
  const stored = field.value as number | undefined;
  const read = (text: string) => (isOptional && text.trim() === '' ? undefined : toValue(numberFrom(text)));
  const shown = stored === undefined ? '' : String(toTyped(stored));
  return {
    value: stored ?? Number.NaN,
    error: fieldState.error?.message,
    inputProps: {
      inputRef: field.ref,
      // The typed text stays unchanged as long as it equals the value.
      value: Object.is(read(typed), stored) ? typed : shown,
      onBlur: field.onBlur,
      onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
        setTyped(event.target.value);
        field.onChange(read(event.target.value));
      },
    },
  };
}
