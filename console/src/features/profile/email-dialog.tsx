import { registrationCalls } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Self } from '../../api/self.ts';
import { EmailCodeInputs } from '../../ui/form/email-code-inputs.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useBindEmail } from './profile-api.ts';

const schema = registrationCalls.bindEmail.input
  .omit({ current_password: true })
  .extend({ code: z.string().trim().min(1).max(20) });
const empty = { email: '', code: '' };

/** Sets another e-mail address, proved by a code. */
export function EmailDialog({ self, onClose }: { self: Self; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const bind = useBindEmail();
  const form = useContractForm(schema, empty);
  const title = self.email === '' ? t('bindEmail') : t('changeEmail');

  async function save(input: typeof empty) {
    await bind.mutateAsync(input);
    showToast('success', t('emailChanged'));
    onClose();
  }

  return (
    <FormDialog form={form} title={title} submitLabel={title} onSubmit={save} onClose={onClose}>
      <EmailCodeInputs purpose="bind" codeName="code" />
    </FormDialog>
  );
}
