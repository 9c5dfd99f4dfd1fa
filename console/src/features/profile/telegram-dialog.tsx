import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { QrCode } from '../../ui/text/qr-code.tsx';
import { SecretText } from '../../ui/text/secret-text.tsx';
import { telegramLinkQuery, useTelegramCode } from './telegram-api.ts';

const POLL_MS = 2000;

/** Shows a code for the bot, until the bot has received it. */
export function TelegramDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['profile', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const { mutate: makeCode, data: code, error } = useTelegramCode();
  const { data: link } = useQuery({ ...telegramLinkQuery, refetchInterval: POLL_MS });
  const isLinked = link?.linked === true;
  // The code is made by the server when the dialog opens.
  useEffect(() => makeCode(), [makeCode]);
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('telegramLinkTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        {error ? (
          <FailureNote text={errorText(error)} requestId={requestIdOf(error)} />
        ) : isLinked ? (
          <Alert severity="success">{t('telegramLinked')}</Alert>
        ) : code ? (
          <>
            <Typography variant="body2">{t('telegramHow')}</Typography>
            <Box sx={{ display: 'grid', justifyItems: 'center' }}>
              <QrCode text={code.link} label={t('telegramQr')} />
            </Box>
            <Button variant="contained" href={code.link} target="_blank" rel="noreferrer">
              {t('telegramOpen')}
            </Button>
            <Typography variant="body2">{t('telegramByHand')}</Typography>
            <SecretText
              secret={`/bind ${code.code}`}
              thing="code"
              label={t('telegramCopy')}
              variant="outlined"
            />
          </>
        ) : (
          <Skeleton variant="rounded" height={320} />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('ui:close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
