import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { password } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { hasPassword, type Self } from '../../api/self.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { PasswordStrength } from '../../ui/form/password-strength.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useUnloadGuard } from '../../ui/page/use-unload-guard.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useChangePassword } from './profile-api.ts';
import { ProfileSection } from './profile-section.tsx';

const schema = z
  .object({ password: password(), repeated: z.string().min(1) })
  .refine((form) => form.repeated === form.password, {
    path: ['repeated'],
    message: 'user.passwords_differ',
  });
const empty = { password: '', repeated: '' };

/** A new password, or the first one; ends the account's other sessions and its access tokens. */
export function PasswordCard({ self }: { self: Self }) {
  const { t } = useTranslation('profile');
  const change = useChangePassword();
  const isFirst = !hasPassword(self);
  const form = useContractForm(schema, empty);
  const typed = form.watch('password');
  useUnloadGuard(form.formState.isDirty);

  async function save({ password }: typeof empty) {
    await change.mutateAsync(password);
    form.reset(empty);
    showToast('success', t(isFirst ? 'passwordSet' : 'passwordChanged'));
  }

  return (
    <ProfileSection title={t('password')} about={t(isFirst ? 'firstPasswordAbout' : 'passwordAbout')}>
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          onSubmit={form.send(save)}
          sx={{ display: 'grid', gap: 4, justifyItems: 'start' }}
        >
          <input type="text" name="username" autoComplete="username" value={self.username} readOnly hidden />
          <PasswordInput
            name="password"
            label={t('newPassword')}
            autoComplete="new-password"
            hint={<PasswordStrength password={typed} />}
          />
          <PasswordInput name="repeated" label={t('repeatedPassword')} autoComplete="new-password" />
          <FormError />
          <Button type="submit" variant="contained" loading={form.formState.isSubmitting}>
            {t(isFirst ? 'setPassword' : 'changePassword')}
          </Button>
        </Box>
      </FormProvider>
    </ProfileSection>
  );
}
