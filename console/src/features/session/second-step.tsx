import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { usePasskeySignIn, useSecondFactor } from '../../api/sign-in.ts';
import { CodeForm } from '../../ui/second-factor/code-form.tsx';
import { showToast } from '../../ui/toast/toast.ts';

/** The second half of a sign-in: a code, or a passkey. */
export function SecondStep({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('session');
  const byCode = useSecondFactor();
  const byPasskey = usePasskeySignIn();
  const done = () => showToast('success', t('loginOk'));
  return (
    <CodeForm
      submitLabel={t('signIn')}
      isBusy={byCode.isPending || byPasskey.isPending}
      error={byPasskey.error ?? byCode.error}
      // The form is gone before a callback of the mutation runs.
      onCode={(code) => void byCode.mutateAsync(code).then(done, () => byPasskey.reset())}
      onPasskey={() => void byPasskey.mutateAsync().then(done, () => {})}
    >
      <Button variant="outlined" onClick={onBack}>
        {t('back')}
      </Button>
    </CodeForm>
  );
}
