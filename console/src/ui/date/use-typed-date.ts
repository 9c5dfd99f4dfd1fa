import dayjs, { type Dayjs } from 'dayjs';
import { useRef, useState } from 'react';

interface TypedDate<Value> {
  value: Value;
  onChange: (value: Value) => void;
  toDate: (value: Value) => Dayjs | null;
  /** Also of a date that is none. */
  toValue: (date: Dayjs | null) => Value;
}

/** Typed text stays unchanged even while it is not a date. Another value from outside replaces it. */
export function useTypedDate<Value>({ value, onChange, toDate, toValue }: TypedDate<Value>) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [known, setKnown] = useState(value);
  const [typed, setTyped] = useState(() => toDate(value));
  if (!Object.is(value, known)) {
    setKnown(value);
    if (!Object.is(value, toValue(typed))) setTyped(toDate(value));
  }

  function change(date: Dayjs | null) {
    setTyped(date);
    onChange(toValue(date));
  }

  /** The picker does not report half a date in an empty field; its hidden input shows it. */
  function settle() {
    if (typed !== null) return;
    const next = toValue(inputRef.current?.value ? dayjs(Number.NaN) : null);
    if (!Object.is(next, value)) onChange(next);
  }

  return { inputRef, typed, change, settle };
}

/** A year that is being typed begins with zeros. */
export const isWhole = (date: Dayjs): boolean => date.isValid() && date.year() >= 1970;
