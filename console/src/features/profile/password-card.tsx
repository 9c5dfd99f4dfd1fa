import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { password, type UserView } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { PasswordStrength } from '../../ui/form/password-strength.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useUnloadGuard } from '../../ui/page/use-unload-guard.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { type PasswordChange, useChangePassword } from './profile-api.ts';
import { ProfileSection } from './profile-section.tsx';

const passwordForm = z
  .object({
    current_password: z.string().min(1).max(64),
    password: password(),
    repeated: z.string().min(1),
  })
  .refine((form) => form.repeated === form.password, {
    path: ['repeated'],
    message: 'user.passwords_differ',
  });

const empty = { current_password: '', password: '', repeated: '' };

/** A new password for the old one; ends the account's other sessions and its access token. */
export function PasswordCard({ self }: { self: UserView }) {
  const { t } = useTranslation('profile');
  const change = useChangePassword();
  const form = useContractForm(passwordForm, empty);
  const typed = form.watch('password');
  useUnloadGuard(form.formState.isDirty);

  async function save({ current_password, password }: PasswordChange) {
    await change.mutateAsync({ current_password, password });
    form.reset(empty);
    showToast('success', t('passwordChanged'));
  }

  return (
    <ProfileSection title={t('password')} about={t('passwordAbout')}>
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          onSubmit={form.send(save)}
          sx={{ display: 'grid', gap: 4, justifyItems: 'start' }}
        >
          <input type="text" name="username" autoComplete="username" value={self.username} readOnly hidden />
          <PasswordInput
            name="current_password"
            label={t('currentPassword')}
            autoComplete="current-password"
          />
          <PasswordInput
            name="password"
            label={t('newPassword')}
            autoComplete="new-password"
            hint={<PasswordStrength password={typed} />}
          />
          <PasswordInput name="repeated" label={t('repeatedPassword')} autoComplete="new-password" />
          <FormError />
          <Button type="submit" variant="contained" loading={form.formState.isSubmitting}>
            {t('changePassword')}
          </Button>
        </Box>
      </FormProvider>
    </ProfileSection>
  );
}
