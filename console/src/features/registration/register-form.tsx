import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { registration } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSite } from '../../api/site-status.ts';
import { EmailCodeInputs } from '../../ui/form/email-code-inputs.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { PasswordStrength } from '../../ui/form/password-strength.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useTurnstile } from '../../ui/turnstile/use-turnstile.tsx';
import { useRegister } from './registration-api.ts';

const account = registration
  .pick({ username: true, password: true, aff_code: true })
  .extend({ repeated: z.string().min(1) });
const address = registration.pick({ email: true, verification_code: true }).required();
const verifiedAccount = account.extend({
  email: address.shape.email,
  verification_code: z.string().trim().min(1).max(20),
});

const samePasswords = <Form extends { password: string; repeated: string }>({ password, repeated }: Form) =>
  password === repeated;
const difference = { path: ['repeated'], message: 'user.passwords_differ' };
const schemas = {
  plain: account.refine(samePasswords, difference),
  verified: verifiedAccount.refine(samePasswords, difference),
};

interface Registration {
  username: string;
  password: string;
  repeated: string;
  email?: string;
  verification_code?: string;
  aff_code?: string;
}

const empty = { username: '', password: '', repeated: '', email: '', verification_code: '' };

interface RegisterFormProps {
  /** The site asks for an address and the code that it mails there. */
  verifiesEmail: boolean;
  /** Code that the visitor came by; empty without one. */
  invitation: string;
}

export function RegisterForm({ verifiesEmail, invitation }: RegisterFormProps) {
  const { t } = useTranslation('registration');
  const register = useRegister();
  const { needsInvitation } = useSite();
  const turnstile = useTurnstile('register');
  const schema = schemas[verifiesEmail ? 'verified' : 'plain'] as z.ZodType<Registration, Registration>;
  const form = useContractForm(schema, { ...empty, aff_code: invitation });

  async function save({ repeated: _, ...input }: Registration) {
    try {
      await register.mutateAsync({ ...input, turnstile: turnstile.token });
    } catch (error) {
      turnstile.renew();
      throw error;
    }
    showToast('success', t('registered'));
  }

  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={form.send(save)} sx={{ display: 'grid', gap: 4 }}>
        <TextInput
          name="username"
          label={t('username')}
          hint={t('usernameHint')}
          autoComplete="username"
          autoFocus
        />
        <PasswordInput
          name="password"
          label={t('password')}
          autoComplete="new-password"
          hint={<PasswordStrength password={form.watch('password')} />}
        />
        <PasswordInput name="repeated" label={t('repeatedPassword')} autoComplete="new-password" />
        {verifiesEmail ? (
          <EmailCodeInputs purpose="register" codeName="verification_code" turnstile={turnstile} />
        ) : null}
        {needsInvitation || invitation !== '' ? (
          <TextInput
            name="aff_code"
            label={t('invitation')}
            autoComplete="off"
            isOptional={!needsInvitation}
          />
        ) : null}
        {turnstile.check}
        <FormError />
        <Button
          type="submit"
          variant="contained"
          size="large"
          disabled={!turnstile.isReady}
          loading={form.formState.isSubmitting}
        >
          {t('register')}
        </Button>
      </Box>
    </FormProvider>
  );
}
