import { useController } from 'react-hook-form';
import { TextField, type TextFieldLook } from './text-field.tsx';

interface TextInputProps extends Omit<TextFieldLook, 'type'> {
  type?: 'text' | 'email' | 'url';
  isNumber?: boolean;
}

export function TextInput({ name, isNumber = false, type = 'text', ...props }: TextInputProps) {
  const { field, fieldState } = useController({ name });
  return (
    <TextField
      {...props}
      name={name}
      type={isNumber ? 'number' : type}
      inputRef={field.ref}
      value={field.value ?? ''}
      onBlur={field.onBlur}
      onChange={(text) => field.onChange(isNumber ? numberFrom(text) : text)}
      error={fieldState.error?.message}
    />
  );
}

const numberFrom = (text: string): number | string => (text.trim() === '' ? '' : Number(text));
