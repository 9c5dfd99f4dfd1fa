import type { GatewayField, PaymentGatewayType } from '@turnpike/contract';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SelectInput } from '../../../ui/form/select-input.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useGatewayTexts } from './use-gateway-texts.ts';

interface ConfigInputProps {
  type: PaymentGatewayType;
  field: GatewayField;
  /** A secret that the server has and never returns. */
  isStored: boolean;
}

/** A field of a kind, as its description has it. */
export function ConfigInput({ type, field, isStored }: ConfigInputProps) {
  const { t } = useTranslation('payment');
  const texts = useGatewayTexts();
  const { choices = [], isRequired, isSecret, kind } = field;
  const help = texts.hint(type, field);
  const look = {
    name: `config.${field.name}`,
    label: texts.label(type, field),
    hint: isStored ? [t('secretKept'), help].filter(Boolean).join(' ') : help,
    isOptional: !isRequired,
    placeholder: isStored ? '••••••••' : '',
  };
  const named = choices.map((value) => ({ value, label: texts.choice(type, field, value) }));
  switch (kind) {
    case 'choice':
      return <SelectInput {...look} choices={named} />;
    case 'free-choice':
      return <FreeChoiceInput {...look} choices={named} emptyLabel={texts.choice(type, field, '')} />;
    case 'long-text':
      return <TextInput {...look} rows={4} isMonospace />;
    case 'address':
      return <TextInput {...look} type="url" placeholder="https://" />;
    case 'text':
      return isSecret ? <PasswordInput {...look} autoComplete="off" /> : <TextInput {...look} />;
  }
}

/** Stands for a value that is typed. */
const OTHER = '\u0000';

interface FreeChoiceInputProps {
  name: string;
  label: string;
  hint: string | undefined;
  isOptional: boolean;
  choices: readonly { value: string; label: string }[];
  /** Names the empty value. */
  emptyLabel: string;
}

/** One of the known values, none, or another that is typed. */
function FreeChoiceInput({ name, label, hint, isOptional, choices, emptyLabel }: FreeChoiceInputProps) {
  const { t } = useTranslation('payment');
  const { field, fieldState } = useController({ name });
  const offered = isOptional ? [{ value: '', label: emptyLabel }, ...choices] : choices;
  const [isOther, setOther] = useState(!offered.some(({ value }) => value === field.value));
  return (
    <>
      <SelectField
        label={label}
        hint={hint}
        inputRef={field.ref}
        value={isOther ? OTHER : String(field.value)}
        choices={[...offered, { value: OTHER, label: t('otherValue') }]}
        onBlur={field.onBlur}
        onChange={(value) => {
          setOther(value === OTHER);
          field.onChange(value === OTHER ? '' : value);
        }}
        error={isOther ? undefined : fieldState.error?.message}
      />
      {isOther ? <TextInput name={name} label={t('otherValueOf', { field: label })} /> : null}
    </>
  );
}
