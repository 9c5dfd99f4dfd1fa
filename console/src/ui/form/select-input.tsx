import { useController } from 'react-hook-form';
import { SelectField, type SelectFieldLook } from './select-field.tsx';

interface SelectInputProps<Value extends string | number> extends SelectFieldLook<Value> {
  /** Called after the form has the new value. */
  onChosen?: (value: Value) => void;
}

export function SelectInput<Value extends string | number>({
  name,
  onChosen,
  ...props
}: SelectInputProps<Value>) {
  const { field, fieldState } = useController({ name });
  return (
    <SelectField
      {...props}
      inputRef={field.ref}
      value={field.value as Value}
      onBlur={field.onBlur}
      onChange={(value) => {
        field.onChange(value);
        onChosen?.(value);
      }}
      error={fieldState.error?.message}
    />
  );
}
