import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { redemptionCalls } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../ui/form/form-error.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useRedeem } from './topup-api.ts';
import { TopUpSection } from './topup-section.tsx';

const empty = { key: '' };

/** Adds the points of a prepaid code to the balance. */
export function RedeemCard() {
  const { t } = useTranslation('topup');
  const formats = useFormats();
  const redeem = useRedeem();
  const form = useContractForm(redemptionCalls.redeem.input, empty);

  async function save(input: typeof empty) {
    const points = await redeem.mutateAsync(input);
    form.reset(empty);
    showToast('success', t('redeemed', { amount: formats.quota(points) }));
  }

  return (
    <TopUpSection title={t('redeemTitle')}>
      <FormProvider {...form}>
        <Box component="form" noValidate onSubmit={form.send(save)} sx={{ display: 'grid', gap: 3 }}>
          <TextInput name="key" label={t('code')} hint={t('codeHint')} isMonospace />
          <FormError />
          <Button
            type="submit"
            variant="outlined"
            loading={form.formState.isSubmitting}
            sx={{ justifySelf: 'start' }}
          >
            {t('redeem')}
          </Button>
        </Box>
      </FormProvider>
    </TopUpSection>
  );
}
