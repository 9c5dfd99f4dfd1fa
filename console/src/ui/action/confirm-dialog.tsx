import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfirmDialogProps {
  isOpen: boolean;
  /** Names the effect: "Delete channel acme-1?" */
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  isBusy?: boolean;
  /** Nothing is lost by it. */
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // Every row of a list has some; what was never asked is not drawn.
  const wasAsked = useRef(false);
  wasAsked.current ||= props.isOpen;
  return wasAsked.current ? <Question {...props} /> : null;
}

function Question(props: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  return (
    <Dialog open={props.isOpen} onClose={props.onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{props.title}</DialogTitle>
      {props.children ? (
        <DialogContent>
          <DialogContentText component="div">{props.children}</DialogContentText>
        </DialogContent>
      ) : null}
      <DialogActions>
        <Button variant="outlined" autoFocus onClick={props.onClose}>
          {t('cancel')}
        </Button>
        <Button
          variant="contained"
          color={props.isHarmless ? 'primary' : 'error'}
          loading={props.isBusy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
