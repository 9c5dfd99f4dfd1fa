import { registrationCalls } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { hasPassword, type Self } from '../../api/self.ts';
import { EmailCodeInputs } from '../../ui/form/email-code-inputs.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useBindEmail } from './profile-api.ts';

const formWith = (current_password: z.ZodString) =>
  registrationCalls.bindEmail.input.extend({ code: z.string().trim().min(1).max(20), current_password });
const forms = { byPassword: formWith(z.string().min(1).max(64)), plain: formWith(z.string()) };

const empty = { email: '', code: '', current_password: '' };

/** Sets another e-mail address, proved by a code and the password, if there is one. */
export function EmailDialog({ self, onClose }: { self: Self; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const bind = useBindEmail();
  const isAsked = hasPassword(self);
  const form = useContractForm(isAsked ? forms.byPassword : forms.plain, empty);
  const title = self.email === '' ? t('bindEmail') : t('changeEmail');

  async function save({ email, code, current_password }: typeof empty) {
    await bind.mutateAsync({ email, code, current_password: isAsked ? current_password : undefined });
    showToast('success', t('emailChanged'));
    onClose();
  }

  return (
    <FormDialog form={form} title={title} submitLabel={title} onSubmit={save} onClose={onClose}>
      <EmailCodeInputs purpose="bind" codeName="code" />
      {isAsked ? (
        <PasswordInput name="current_password" label={t('currentPassword')} autoComplete="current-password" />
      ) : null}
    </FormDialog>
  );
}
