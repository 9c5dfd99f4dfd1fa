import { useController } from 'react-hook-form';
import type { FieldProps } from './field-frame.tsx';
import { SwitchField } from './switch-field.tsx';

export function SwitchInput({ name, ...props }: FieldProps) {
  const { field } = useController({ name });
  return (
    <SwitchField
      {...props}
      isOn={Boolean(field.value)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  );
}
