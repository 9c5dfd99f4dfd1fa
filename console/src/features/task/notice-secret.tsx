import KeyIcon from '@mui/icons-material/WebhookOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { SecretText } from '../../ui/text/secret-text.tsx';
import { noticeSecretQuery } from './task-api.ts';

/** Shows the secret that signs notices about own tasks. */
export function NoticeSecret() {
  const { t } = useTranslation(['task', 'ui']);
  const [isOpen, setOpen] = useState(false);
  const secret = useQuery({ ...noticeSecretQuery, enabled: isOpen });
  const close = () => setOpen(false);
  return (
    <>
      <IconButton aria-label={t('secret')} title={t('secret')} onClick={() => setOpen(true)}>
        <KeyIcon />
      </IconButton>
      <Dialog open={isOpen} onClose={close} fullWidth maxWidth="sm" aria-labelledby="notice-secret">
        <DialogTitle id="notice-secret">{t('secret')}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 3 }}>{t('secretHint')}</DialogContentText>
          {secret.data ? (
            <SecretText
              secret={secret.data.secret}
              thing="secret"
              label={t('copySecret')}
              variant="outlined"
            />
          ) : null}
          {secret.isPending ? <Skeleton variant="rounded" height={40} /> : null}
          {secret.isError ? <ErrorState error={secret.error} onRetry={() => secret.refetch()} /> : null}
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{t('ui:close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
