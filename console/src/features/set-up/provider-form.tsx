import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ChannelTypeView, channelInput } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../../ui/action/text-link.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { draftOf, usableModel } from './provider-draft.ts';
import type { useCreateFirstChannel } from './set-up-api.ts';

interface ProviderFormProps {
  type: ChannelTypeView;
  create: ReturnType<typeof useCreateFirstChannel>;
  onDone: (model: string) => void;
}

export function ProviderForm({ type, create, onDone }: ProviderFormProps) {
  const { t } = useTranslation('set-up');
  const form = useContractForm(channelInput, draftOf(type));

  const save = (isTested: boolean) =>
    form.send(async (values) => {
      const channel = { ...values, test_model: usableModel(values) };
      await create.mutateAsync({ channel, isTested });
      onDone(usableModel(channel));
    });

  const keySite = type.key_site ? (
    <OutsideLink href={type.key_site}>{t('whereIsKey')}</OutsideLink>
  ) : undefined;
  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={save(true)} sx={{ display: 'grid', gap: 4 }}>
        {type.base_url_required ? (
          <TextInput
            name="base_url"
            label={t('baseUrl')}
            placeholder="https://api.example.com"
            type="url"
            autoFocus
          />
        ) : null}
        {type.key !== 'none' ? (
          <PasswordInput
            name="key"
            label={t('providerKey')}
            hint={keySite}
            placeholder={type.key_example}
            isOptional={type.key === 'optional'}
            autoComplete="off"
            autoFocus={!type.base_url_required}
          />
        ) : null}
        {type.models.length === 0 ? (
          <TextInput name="models" label={t('models')} hint={t('modelsHint')} />
        ) : null}
        {type.base_url_required ? (
          <SwitchInput
            name="allow_private_network"
            label={t('privateNetwork')}
            hint={t('privateNetworkHint')}
          />
        ) : null}
        <FormError />
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('testAndSave')}
          </Button>
          {form.formState.errors.root ? (
            <Button variant="outlined" onClick={save(false)} disabled={create.isPending}>
              {t('saveUntested')}
            </Button>
          ) : null}
        </Box>
      </Box>
    </FormProvider>
  );
}
