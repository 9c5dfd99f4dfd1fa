import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { type ReactNode, useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PriceInput } from '../features/pricing/price-input.tsx';
import { FormActions } from '../ui/form/form-actions.tsx';
import { FormError } from '../ui/form/form-error.tsx';
import { FoldedSection, FormSection } from '../ui/form/form-section.tsx';
import { JsonInput } from '../ui/form/json-input.tsx';
import { ListInput } from '../ui/form/list-input.tsx';
import { MoneyInput } from '../ui/form/money-input.tsx';
import { PasswordInput } from '../ui/form/password-input.tsx';
import { SelectInput } from '../ui/form/select-input.tsx';
import { SwitchInput } from '../ui/form/switch-input.tsx';
import { TextInput } from '../ui/form/text-input.tsx';
import { Sample } from './sample.tsx';

const empty = {
  ...{
    name: '',
    base_url: '',
    key: '',
    weight: '',
    type: 1,
    group: 'default',
    models: '',
    quota: 0,
    price: 0,
  },
  ...{ mapping: '', is_private: false, is_chat: true },
};
const filled = {
  ...{ name: 'openai-main', base_url: 'https://api.example.com', key: 'sk-4Qm0Y1dX', weight: 3, type: 1 },
  ...{ group: 'default', models: 'gpt-5,gpt-5-mini,text-embedding-3-small', quota: 2_500_000, price: 0.625 },
  ...{ mapping: '{\n  "gpt-5": "+gpt-5-eu",\n  "retries": 2,\n  "strict": true\n}' },
  ...{ is_private: true, is_chat: false },
};
const wrong = {
  ...filled,
  base_url: 'example',
  key: 'short',
  quota: Number.NaN,
  mapping: '{\n  "gpt-5": 1,\n}',
};
const faults = {
  name: 'field.required',
  base_url: 'channel.base_url_invalid',
  key: 'field.too_short|8',
  weight: 'field.too_small|1',
  type: 'channel.type_unknown',
  models: 'channel.wildcard_not_last',
  quota: 'field.not_a_number',
  price: 'field.too_small|0',
} as const;

export function FormSamples() {
  return (
    <>
      <Sample name="Inputs: empty, with defaults and help">
        <SampleForm values={empty} />
      </Sample>
      <Sample name="Inputs: filled">
        <SampleForm values={filled} />
      </Sample>
      <Sample name="Inputs: refused, by the rules and by the server">
        <SampleForm values={wrong} faults={faults} />
      </Sample>
    </>
  );
}

interface SampleFormProps {
  values: object;
  faults?: Partial<Record<keyof typeof empty, string>>;
}

function SampleForm({ values, faults: given = {} }: SampleFormProps) {
  const { t } = useTranslation(['channel', 'ui', 'pricing', 'api', 'user']);
  const form = useForm<Record<string, unknown>>({ defaultValues: values as Record<string, unknown> });
  const { setError } = form;
  useEffect(() => {
    for (const [name, message] of Object.entries(given)) setError(name, { message });
    if ('name' in given) setError('root', { type: '01JC8Z6Q3M', message: t('api:network.offline') });
  }, [setError, given, t]);
  return (
    <FormProvider {...form}>
      <Fields>
        <FormSection title={t('sectionProvider')} about={t('purpose')}>
          <TextInput name="name" label={t('name')} hint={t('nameHint')} />
          <SelectInput name="type" label={t('type')} choices={[{ value: 1, label: 'OpenAI' }]} />
          <TextInput name="base_url" type="url" label={t('baseUrl')} hint={t('baseUrlHint')} isOptional />
          <PasswordInput name="key" label={t('channelKey')} hint={t('keyKept')} autoComplete="off" />
          <TextInput name="weight" label={t('weight')} hint={t('weightHint')} isNumber />
          <ListInput
            name="models"
            label={t('models')}
            hint={t('modelsHint')}
            options={['gpt-5', 'o4']}
            isFree
          />
          <SwitchInput name="is_private" label={t('privateNetwork')} hint={t('privateNetworkHint')} />
        </FormSection>
        <FormSection title={t('pricing:howMuch')}>
          <MoneyInput name="quota" label={t('user:amount')} />
          <PriceInput name="price" label={t('pricing:aCall')} unit="1M" />
        </FormSection>
        <FormSection title={t('mapping')}>
          <JsonInput
            name="mapping"
            label={t('mapping')}
            hint={t('mappingHint')}
            example={'{"gpt-5": "gpt-5-eu"}'}
            isOptional
          />
        </FormSection>
        <FoldedSection title={t('ui:more')}>
          <SwitchInput name="is_chat" label={t('onlyChat')} hint={t('onlyChatHint')} />
        </FoldedSection>
        <FormError />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'flex-end' }}>
          <Button variant="text">{t('testDraft')}</Button>
          <FormActions submitLabel={t('ui:save')} onCancel={() => {}} />
        </Box>
      </Fields>
    </FormProvider>
  );
}

function Fields({ children }: { children: ReactNode }) {
  return (
    <Card sx={{ p: 5 }}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}
      >
        {children}
      </Box>
    </Card>
  );
}
