import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { CodeForm } from '../../ui/second-factor/code-form.tsx';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { QrCode } from '../../ui/text/qr-code.tsx';
import { SecretText } from '../../ui/text/secret-text.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useBeginAuthenticator, useConfirmAuthenticator } from './second-factor-api.ts';

/** Sets an authenticator app up: QR code and first code, recovery codes. */
export function AuthenticatorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['profile', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const begin = useBeginAuthenticator();
  const confirm = useConfirmAuthenticator();
  const cancel = (
    <Button variant="outlined" onClick={onClose}>
      {t('ui:cancel')}
    </Button>
  );
  return (
    <Dialog
      open
      // The recovery codes are shown once: a click outside of the dialog must not lose them.
      {...(confirm.data === undefined && { onClose })}
      fullScreen={isPhone}
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{t('authenticatorSetUp')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        {confirm.data ? (
          <RecoveryCodes codes={confirm.data} onDone={onClose} />
        ) : begin.data ? (
          <>
            <Typography variant="body2">{t('authenticatorScan')}</Typography>
            <Box sx={{ display: 'grid', justifyItems: 'center' }}>
              <QrCode text={begin.data.address} label={t('authenticatorQr')} />
            </Box>
            <Typography variant="body2">{t('authenticatorSecret')}</Typography>
            <SecretText secret={begin.data.secret} thing="key" label={t('copySecret')} variant="outlined" />
            <CodeForm
              submitLabel={t('turnOn')}
              hint={t('firstCodeHint')}
              isBusy={confirm.isPending}
              error={confirm.error}
              onCode={(code) => confirm.mutate(code)}
            >
              {cancel}
            </CodeForm>
          </>
        ) : (
          <FirstStep begin={begin}>{cancel}</FirstStep>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface FirstStepProps {
  begin: ReturnType<typeof useBeginAuthenticator>;
  children: React.ReactNode;
}

function FirstStep({ begin, children }: FirstStepProps) {
  const { t } = useTranslation('profile');
  return (
    <>
      <Alert severity="info">{t('authenticatorApp')}</Alert>
      {begin.error ? (
        <FailureNote text={errorText(begin.error)} requestId={requestIdOf(begin.error)} />
      ) : null}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        {children}
        <Button variant="contained" autoFocus loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('next')}
        </Button>
      </Box>
    </>
  );
}
