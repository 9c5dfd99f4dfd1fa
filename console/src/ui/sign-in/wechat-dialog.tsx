import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { siteStatusQuery } from '../../api/site-status.ts';
import { TextField } from '../form/text-field.tsx';
import { FailureNote } from '../state/failure-note.tsx';

interface WeChatDialogProps {
  title: string;
  submitLabel: string;
  isBusy: boolean;
  error: Error | null;
  onSubmit: (code: string) => void;
  onClose: () => void;
}

/** Asks for the code that the WeChat account answers. */
export default function WeChatDialog({
  title,
  submitLabel,
  isBusy,
  error,
  onSubmit,
  onClose,
}: WeChatDialogProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  const picture = useQuery(siteStatusQuery).data?.wechat_qrcode ?? '';
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);

  function send(event: FormEvent) {
    event.preventDefault();
    // A form behind the dialog is an ancestor in React, though not in the page.
    event.stopPropagation();
    setChecked(true);
    if (code.trim() !== '') onSubmit(code.trim());
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <Box component="form" noValidate onSubmit={send}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          {picture === '' ? null : (
            <Box
              component="img"
              src={picture}
              alt={t('weChatPicture')}
              sx={{
                ...{
                  maxWidth: 'min(240px, 100%)',
                  maxHeight: 240,
                  justifySelf: 'center',
                  borderRadius: '8px',
                },
                // A scanner needs a light margin in the dark theme too.
                ...{ bgcolor: '#fff', p: 2 },
              }}
            />
          )}
          <DialogContentText>{t('weChatHint')}</DialogContentText>
          <TextField
            name="code"
            label={t('weChatCode')}
            value={code}
            onChange={setCode}
            error={isChecked && code.trim() === '' ? 'field.required' : undefined}
            autoComplete="one-time-code"
            autoFocus
          />
          {error === null ? null : <FailureNote text={errorText(error)} requestId={requestIdOf(error)} />}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {submitLabel}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
