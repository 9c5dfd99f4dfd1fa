import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import type { UseMutationResult } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeForm } from '../../ui/second-factor/code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface CodeDialogProps<Answer> {
  title: string;
  about: string;
  submitLabel: string;
  change: UseMutationResult<Answer, Error, string>;
  /** Recovery codes that the change has made; they are shown before the dialog closes. */
  codes?: readonly string[] | undefined;
  onDone?: () => void;
  onClose: () => void;
}

/** A change of the second factor, which a code of it confirms. */
export function CodeDialog<Answer>(props: CodeDialogProps<Answer>) {
  const { title, about, submitLabel, change, codes, onDone, onClose } = props;
  const { t } = useTranslation('ui');
  const titleId = useId();
  return (
    <Dialog open {...(codes === undefined && { onClose })} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        {codes ? (
          <RecoveryCodes codes={codes} onDone={onClose} />
        ) : (
          <>
            <DialogContentText>{about}</DialogContentText>
            <CodeForm
              submitLabel={submitLabel}
              isBusy={change.isPending}
              error={change.error}
              onCode={(code) => change.mutate(code, { onSuccess: () => onDone?.() })}
            >
              <Button variant="outlined" onClick={onClose}>
                {t('cancel')}
              </Button>
            </CodeForm>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}
