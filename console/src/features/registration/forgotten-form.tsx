import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { registrationCalls } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../ui/form/form-error.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useCountdown } from '../../ui/form/use-countdown.ts';
import { useTurnstile } from '../../ui/turnstile/use-turnstile.tsx';
import { useRequestReset } from './registration-api.ts';

const WAIT_SECONDS = 30;
const address = registrationCalls.requestReset.input.pick({ email: true });

/** Has a link mailed. The answer does not reveal whether the address has an account. */
export function ForgottenForm() {
  const { t } = useTranslation('registration');
  const request = useRequestReset();
  const turnstile = useTurnstile('reset_password');
  const countdown = useCountdown(WAIT_SECONDS);
  const form = useContractForm(address, { email: '' });

  async function send({ email }: { email: string }) {
    try {
      await request.mutateAsync({ email, turnstile: turnstile.token });
      countdown.start();
    } finally {
      turnstile.renew();
    }
  }

  const label = request.isSuccess ? t('sendAgain') : t('sendLink');
  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={form.send(send)} sx={{ display: 'grid', gap: 4 }}>
        <TextInput name="email" type="email" label={t('email')} autoComplete="email" autoFocus />
        {turnstile.check}
        <FormError />
        {request.isSuccess ? (
          <Alert severity="success" role="status" sx={{ overflowWrap: 'anywhere' }}>
            {t('linkSent', { email: request.variables.email })}
          </Alert>
        ) : null}
        <Button
          type="submit"
          variant="contained"
          size="large"
          disabled={countdown.left > 0 || !turnstile.isReady}
          loading={form.formState.isSubmitting}
        >
          {countdown.left > 0 ? t('sendAgainIn', { seconds: countdown.left }) : label}
        </Button>
      </Box>
    </FormProvider>
  );
}
