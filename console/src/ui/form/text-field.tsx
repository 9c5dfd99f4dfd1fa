import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, type Ref, useId } from 'react';
import { monospace } from '../../theme/fonts.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

export interface TextFieldLook extends FieldProps {
  type?: 'text' | 'password' | 'email' | 'url' | 'number';
  autoComplete?: string;
  autoFocus?: boolean;
  placeholder?: string;
  /** Known values, offered while typing. */
  suggestions?: readonly string[];
  /** Lines to begin with; grows with its text. */
  rows?: number;
  isMonospace?: boolean;
  endAdornment?: ReactNode;
}

interface TextFieldProps extends TextFieldLook {
  value: string | number;
  onChange: (text: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  error?: string | undefined;
  errorAt?: string | undefined;
}

/** A labelled line of text; `TextInput` is the same, tied to a form. */
export function TextField({ name, label, hint, isOptional = false, error, ...props }: TextFieldProps) {
  const listId = useId();
  const { suggestions } = props;
  return (
    <FieldFrame label={label} hint={hint} isOptional={isOptional} error={error} errorAt={props.errorAt}>
      {(ids) => (
        <>
          <OutlinedInput
            name={name}
            inputRef={props.inputRef}
            value={props.value}
            onBlur={props.onBlur}
            onChange={(event) => props.onChange(event.target.value)}
            type={props.type ?? 'text'}
            multiline={props.rows !== undefined}
            {...(props.rows === undefined ? {} : { minRows: props.rows, maxRows: 16 })}
            autoFocus={props.autoFocus ?? false}
            autoComplete={props.autoComplete ?? 'off'}
            placeholder={props.placeholder ?? ''}
            endAdornment={props.endAdornment}
            inputProps={{ ...ids, spellCheck: false, ...(suggestions && { list: listId }) }}
            sx={props.isMonospace ? { fontFamily: monospace, fontSize: '0.8125rem' } : {}}
          />
          {suggestions ? (
            <datalist id={listId}>
              {suggestions.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </FieldFrame>
  );
}
