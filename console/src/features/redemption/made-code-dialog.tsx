import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretText } from '../../ui/text/secret-text.tsx';

export interface MadeCode {
  name: string;
  code: string;
}

/** A code that was just made. */
export function MadeCodeDialog({ name, code, onClose }: MadeCode & { onClose: () => void }) {
  const { t } = useTranslation(['redemption', 'ui']);
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('createdOne', { name })}</DialogTitle>
      <DialogContent>
        <SecretText secret={code} thing="code" label={t('copyCode')} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('ui:close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
