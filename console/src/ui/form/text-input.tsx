import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface TextInputProps extends FieldProps {
  type?: 'text' | 'password' | 'email' | 'url';
  isNumber?: boolean;
  autoComplete?: string;
  autoFocus?: boolean;
  placeholder?: string;
  rows?: number;
  isMonospace?: boolean;
  endAdornment?: ReactNode;
}

export function TextInput({ name, isNumber = false, rows, autoComplete = 'off', ...props }: TextInputProps) {
  const { field, fieldState } = useController({ name });
  return (
    <FieldFrame
      label={props.label}
      hint={props.hint}
      isOptional={props.isOptional ?? false}
      error={fieldState.error?.message}
    >
      {(ids) => (
        <OutlinedInput
          name={name}
          inputRef={field.ref}
          value={field.value ?? ''}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(isNumber ? numberFrom(event.target.value) : event.target.value)}
          type={isNumber ? 'number' : (props.type ?? 'text')}
          multiline={rows !== undefined}
          {...(rows === undefined ? {} : { minRows: rows, maxRows: 16 })}
          autoFocus={props.autoFocus ?? false}
          autoComplete={autoComplete}
          placeholder={props.placeholder ?? ''}
          endAdornment={props.endAdornment}
          inputProps={{ ...ids, spellCheck: false }}
          sx={props.isMonospace ? { fontFamily: 'monospace', fontSize: '0.8125rem' } : {}}
        />
      )}
    </FieldFrame>
  );
}

const numberFrom = (text: string): number | string => (text.trim() === '' ? '' : Number(text));
