import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

export interface SelectFieldLook<Value extends string | number> extends FieldProps {
  choices: readonly { value: Value; label: string }[];
}

interface SelectFieldProps<Value extends string | number> extends Omit<SelectFieldLook<Value>, 'name'> {
  value: Value;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLSelectElement>;
  error?: string | undefined;
}

/** One of a few values; `SelectInput` is the same, tied to a form. */
export function SelectField<Value extends string | number>({
  value: chosen,
  choices,
  onChange,
  onBlur,
  inputRef,
  ...props
}: SelectFieldProps<Value>) {
  function choose(text: string) {
    const choice = choices.find(({ value }) => String(value) === text);
    if (choice !== undefined) onChange(choice.value);
  }
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <NativeSelect
          input={<OutlinedInput />}
          inputRef={inputRef}
          value={chosen}
          onBlur={onBlur}
          onChange={(event) => choose(event.target.value)}
          inputProps={ids}
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
    </FieldFrame>
  );
}
