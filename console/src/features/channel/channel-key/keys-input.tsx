import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { secretFieldsOf } from '../../../ui/form/secret-fields.ts';
import { TextField } from '../../../ui/form/text-field.tsx';

interface KeysInputProps {
  name?: string;
  label: string;
  placeholder: string;
  isOptional?: boolean;
  hint: string;
  rows?: number;
}

/** Keys, one a line. Never kept in a draft; what is wrong names its line. */
export function KeysInput({ name = 'key', hint, rows = 5, isOptional = false, ...look }: KeysInputProps) {
  const { t } = useTranslation('channel');
  const { control } = useFormContext();
  secretFieldsOf(control).add(name);
  const { field, fieldState } = useController({ name });
  const { message, line } = faultOf(fieldState.error);
  return (
    <TextField
      name={name}
      {...look}
      isOptional={isOptional}
      hint={hint}
      rows={rows}
      isMonospace
      inputRef={field.ref}
      value={field.value ?? ''}
      onBlur={field.onBlur}
      onChange={field.onChange}
      error={message}
      errorAt={line === undefined ? undefined : t('keyLine', { line })}
    />
  );
}

/** The fault of one line (`key.3`), or of the field as a whole. */
function faultOf(error: object | undefined): { message?: string | undefined; line?: string } {
  const { message } = (error ?? {}) as { message?: string };
  if (error === undefined || message !== undefined) return { message };
  const [line, fault] = Object.entries(error).find(([, one]) => one?.message !== undefined) ?? [];
  return line === undefined ? {} : { line, message: fault.message };
}
