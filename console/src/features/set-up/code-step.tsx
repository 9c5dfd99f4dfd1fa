import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { setUpCode } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormError } from '../../ui/form/form-error.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useCheckCode } from './set-up-api.ts';

const codeForm = z.object({ code: setUpCode });

export function CodeStep({ onChecked }: { onChecked: (code: string) => void }) {
  const { t } = useTranslation('set-up');
  const form = useContractForm(codeForm, { code: '' });
  const check = useCheckCode();
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        sx={{ display: 'grid', gap: 4 }}
        onSubmit={form.send(async ({ code }) => {
          await check.mutateAsync(code);
          onChecked(code);
        })}
      >
        <TextInput name="code" label={t('code')} hint={t('codeHint')} autoFocus isMonospace />
        <FormError />
        <Button type="submit" variant="contained" loading={check.isPending} sx={{ justifySelf: 'start' }}>
          {t('continue')}
        </Button>
      </Box>
    </FormProvider>
  );
}
