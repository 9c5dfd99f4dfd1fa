import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { type ConfirmedAction, confirmationCalls } from '@turnpike/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api/call-api.ts';
import { askPasskey } from '../api/passkey.ts';
import { CodeForm } from '../ui/second-factor/code-form.tsx';

interface ConfirmationDialogProps {
  action: ConfirmedAction;
  /** Token of the confirmation; undefined when the person gives up. */
  onAnswer: (token: string | undefined) => void;
}

export default function ConfirmationDialog({ action, onAnswer }: ConfirmationDialogProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  const confirm = useMutation({
    mutationFn: async (code: string | undefined) => {
      if (code !== undefined) return callApi(confirmationCalls.create, { input: { action, code } });
      const options = await callApi(confirmationCalls.begin, { input: { action } });
      return callApi(confirmationCalls.create, { input: { action, response: await askPasskey(options) } });
    },
    meta: { isQuiet: true },
    onSuccess: onAnswer,
  });
  const giveUp = () => onAnswer(undefined);
  return (
    <Dialog open onClose={giveUp} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('confirmTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <DialogContentText>{t(`confirmAbout_${action}`)}</DialogContentText>
        <CodeForm
          submitLabel={t('continue')}
          isBusy={confirm.isPending}
          error={confirm.error}
          onCode={(code) => confirm.mutate(code)}
          onPasskey={() => confirm.mutate(undefined)}
        >
          <Button variant="outlined" onClick={giveUp}>
            {t('cancel')}
          </Button>
        </CodeForm>
      </DialogContent>
    </Dialog>
  );
}
