import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type KeyboardEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useTokenName } from '../../api/token-name.ts';
import { JsonInput } from '../form/json-input.tsx';
import { SelectField } from '../form/select-field.tsx';
import { SwitchInput } from '../form/switch-input.tsx';
import { TextInput } from '../form/text-input.tsx';
import { useContractForm } from '../form/use-contract-form.ts';
import type { ExplainedCall } from './explain-api.ts';

/** Choice of a key by its number. */
const BY_NUMBER = 0;

const explainInput = z.object({
  token_id: z.number().int().min(1),
  path: z.string().trim().min(1).max(300),
  body: z.string().refine((text) => parseObject(text) !== undefined, 'json.invalid'),
  strict: z.boolean(),
});

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

interface ExplainFormProps {
  /** Own keys of the reader. */
  keys: readonly { id: number; name: string }[];
  /** The key of somebody that the dialog was opened for. */
  named: { id: number; name: string } | undefined;
  values: z.input<typeof explainInput>;
  isBusy: boolean;
  onAsk: (call: Omit<ExplainedCall, 'run'>) => void;
}

/** The call that is explained: its key, address and body. Ctrl+Enter explains it from any field. */
export function ExplainForm({ keys, named, values, isBusy, onAsk }: ExplainFormProps) {
  const { t } = useTranslation('explain');
  const tokenName = useTokenName();
  const form = useContractForm(explainInput, values);
  const [chosen, setChosen] = useState(values.token_id);
  const isOwn = named === undefined || keys.some(({ id }) => id === named.id);
  const choices = [
    ...[...keys, ...(isOwn ? [] : [named])].map(({ id, name }) => ({
      value: id,
      label: t('keyNamed', { name: tokenName(name), id }),
    })),
    { value: BY_NUMBER, label: t('keyByNumber') },
  ];

  function choose(id: number) {
    setChosen(id);
    if (id !== BY_NUMBER) form.setValue('token_id', id, { shouldValidate: true });
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        aria-label={t('call')}
        onKeyDown={onKeyDown}
        onSubmit={form.send(async ({ body, ...call }) => onAsk({ ...call, body: parseObject(body) ?? {} }))}
        sx={{ display: 'grid', gap: 4, minWidth: 0 }}
      >
        <SelectField label={t('key')} value={chosen} choices={choices} onChange={choose} />
        {chosen === BY_NUMBER ? (
          <TextInput name="token_id" label={t('keyNumber')} hint={t('keyNumberHint')} isNumber />
        ) : null}
        <TextInput name="path" label={t('path')} />
        <JsonInput name="body" label={t('body')} rows={8} />
        <SwitchInput name="strict" label={t('strict')} hint={t('strictHint')} />
        <Button type="submit" variant="contained" loading={isBusy} sx={{ justifySelf: 'start' }}>
          {t('ask')}
        </Button>
      </Box>
    </FormProvider>
  );
}
