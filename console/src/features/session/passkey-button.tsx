import KeyIcon from '@mui/icons-material/KeyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { hasPasskeys } from '../../api/passkey.ts';
import { usePasskeySignIn } from '../../api/sign-in.ts';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { showToast } from '../../ui/toast/toast.ts';

/** Signs in without a name, where the browser can. */
export function PasskeyButton() {
  const { t } = useTranslation('session');
  const signIn = usePasskeySignIn();
  if (!hasPasskeys()) return null;
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Button
        variant="outlined"
        size="large"
        startIcon={<KeyIcon />}
        loading={signIn.isPending}
        // The button is gone before a callback of the mutation runs.
        onClick={() =>
          void signIn.mutateAsync().then(
            () => showToast('success', t('loginOk')),
            () => {},
          )
        }
      >
        {t('byPasskey')}
      </Button>
      {signIn.error ? (
        <FailureNote text={errorText(signIn.error)} requestId={requestIdOf(signIn.error)} />
      ) : null}
    </Box>
  );
}
