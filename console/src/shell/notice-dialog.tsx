import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnerText } from '../ui/owner-text.tsx';

export default function NoticeDialog({ notice, onClose }: { notice: string; onClose: () => void }) {
  const { t } = useTranslation('shell');
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('notice')}</DialogTitle>
      <DialogContent>
        <OwnerText text={notice} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('closeNotice')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
