import { registrationCalls, type UserView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { EmailCodeInputs } from '../../ui/form/email-code-inputs.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useBindEmail } from './profile-api.ts';

const emailForm = registrationCalls.bindEmail.input.extend({
  code: z.string().trim().min(1).max(20),
  current_password: z.string().max(64),
});

const empty = { email: '', code: '', current_password: '' };

/** Sets another e-mail address, proved by a code and the password. */
export function EmailDialog({ self, onClose }: { self: UserView; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const bind = useBindEmail();
  const form = useContractForm(emailForm, empty);
  const title = self.email === '' ? t('bindEmail') : t('changeEmail');

  async function save(input: z.output<typeof emailForm>) {
    await bind.mutateAsync(input);
    showToast('success', t('emailChanged'));
    onClose();
  }

  return (
    <FormDialog form={form} title={title} submitLabel={title} onSubmit={save} onClose={onClose}>
      <EmailCodeInputs purpose="bind" codeName="code" />
      <PasswordInput name="current_password" label={t('currentPassword')} autoComplete="current-password" />
    </FormDialog>
  );
}
