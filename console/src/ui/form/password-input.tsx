import { useController, useFormContext } from 'react-hook-form';
import type { FieldProps } from './field-frame.tsx';
import { PasswordField } from './password-field.tsx';
import { secretFieldsOf } from './secret-fields.ts';

interface PasswordInputProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password' | 'off';
  autoFocus?: boolean;
  placeholder?: string;
}

/** Its value is never kept in a draft. */
export function PasswordInput(props: PasswordInputProps) {
  const { control } = useFormContext();
  secretFieldsOf(control).add(props.name);
  const { field, fieldState } = useController({ name: props.name });
  return (
    <PasswordField
      {...props}
      inputRef={field.ref}
      value={field.value ?? ''}
      onBlur={field.onBlur}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}
