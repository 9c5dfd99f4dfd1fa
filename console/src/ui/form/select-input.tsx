import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useController } from 'react-hook-form';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface SelectInputProps<Value extends string | number> extends FieldProps {
  choices: readonly { value: Value; label: string }[];
  /** Called after the form has the new value. */
  onChosen?: (value: Value) => void;
}

export function SelectInput<Value extends string | number>({
  name,
  choices,
  onChosen,
  ...props
}: SelectInputProps<Value>) {
  const { field, fieldState } = useController({ name });
  function choose(text: string) {
    const chosen = choices.find(({ value }) => String(value) === text);
    if (chosen === undefined) return;
    field.onChange(chosen.value);
    onChosen?.(chosen.value);
  }
  return (
    <FieldFrame {...props} error={fieldState.error?.message}>
      {(ids) => (
        <NativeSelect
          input={<OutlinedInput />}
          inputRef={field.ref}
          value={field.value}
          onBlur={field.onBlur}
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
