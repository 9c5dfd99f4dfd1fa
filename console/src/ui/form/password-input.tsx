import { useController } from 'react-hook-form';
import type { FieldProps } from './field-frame.tsx';
import { PasswordField } from './password-field.tsx';

interface PasswordInputProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password' | 'off';
  autoFocus?: boolean;
  placeholder?: string;
}

export function PasswordInput(props: PasswordInputProps) {
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
