import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type Language, languages, passwordLength, setUpInput } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { languageNames } from '../../i18n/languages.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useSetUp } from './set-up-api.ts';

interface AccountStepProps {
  code: string;
  onWrongCode: () => void;
  onDone: () => void;
}

export function AccountStep({ code, onWrongCode, onDone }: AccountStepProps) {
  const { t, i18n } = useTranslation('set-up');
  const setUp = useSetUp();
  const form = useContractForm(setUpInput, {
    code,
    username: 'root',
    password: '',
    system_name: 'Turnpike',
    language: i18n.language as Language,
  });

  const onSubmit = form.send(async (values) => {
    try {
      await setUp.mutateAsync(values);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'set_up.wrong_code') throw error;
      showToast('error', errorText(error));
      return onWrongCode();
    }
    onDone();
  });

  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 4 }}>
        <TextInput name="username" label={t('username')} hint={t('usernameHint')} autoComplete="username" />
        <PasswordInput
          name="password"
          label={t('password')}
          hint={t('passwordHint', passwordLength)}
          autoComplete="new-password"
          autoFocus
        />
        <TextInput name="system_name" label={t('siteName')} hint={t('siteNameHint')} />
        <SelectInput
          name="language"
          label={t('siteLanguage')}
          hint={t('siteLanguageHint')}
          choices={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChosen={(language) => void chooseLanguage(language)}
        />
        <FormError />
        <Button type="submit" variant="contained" loading={setUp.isPending} sx={{ justifySelf: 'start' }}>
          {t('createAccount')}
        </Button>
      </Box>
    </FormProvider>
  );
}
