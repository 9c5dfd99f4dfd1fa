import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { password } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { PasswordStrength } from '../../ui/form/password-strength.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useResetPassword } from './registration-api.ts';

const passwordForm = z
  .object({ password: password(), repeated: z.string().min(1) })
  .refine((form) => form.repeated === form.password, {
    path: ['repeated'],
    message: 'user.passwords_differ',
  });

interface NewPasswordFormProps {
  /** Shown to password managers. */
  email: string;
  token: string;
  onInvalid: () => void;
}

export function NewPasswordForm({ email, token, onInvalid }: NewPasswordFormProps) {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const reset = useResetPassword();
  const form = useContractForm(passwordForm, { password: '', repeated: '' });

  async function save({ password }: { password: string }) {
    try {
      await reset.mutateAsync({ token, password });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'password_reset.invalid_link') return onInvalid();
      throw error;
    }
    showToast('success', t('passwordSaved'));
    // The used link does not stay behind in the history.
    await navigate('/login', { replace: true });
  }

  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={form.send(save)} sx={{ display: 'grid', gap: 4 }}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          name="password"
          label={t('newPassword')}
          autoComplete="new-password"
          hint={<PasswordStrength password={form.watch('password')} />}
          autoFocus
        />
        <PasswordInput name="repeated" label={t('repeatedPassword')} autoComplete="new-password" />
        <FormError />
        <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting}>
          {t('savePassword')}
        </Button>
      </Box>
    </FormProvider>
  );
}
