import { type ChangeEvent, useState } from 'react';
import { useController } from 'react-hook-form';

/** NaN for what is no number, so that the form's rule names it. */
export function numberFrom(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return /^-?(\d*\.?\d+|\d+\.)$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * A field whose value is another number than the one that is typed: points typed as money, a multiplier typed
 * as dollars.
 */
export function useTypedNumber(
  name: string,
  { toValue, toTyped }: { toValue: (typed: number) => number; toTyped: (value: number) => number },
) {
  const { field, fieldState } = useController({ name });
  const [typed, setTyped] = useState('');
  const value = field.value as number;
  const read = (text: string) => toValue(numberFrom(text));
  return {
    value,
    error: fieldState.error?.message,
    inputProps: {
      inputRef: field.ref,
      // The typed text stays unchanged as long as it equals the value.
      value: Object.is(read(typed), value) ? typed : String(toTyped(value)),
      onBlur: field.onBlur,
      onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
        setTyped(event.target.value);
        field.onChange(read(event.target.value));
      },
    },
  };
}
