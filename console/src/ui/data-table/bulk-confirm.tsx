import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../form/text-field.tsx';

interface BulkConfirmProps {
  title: string;
  hint: string;
  confirmLabel: string;
  /** Rows that it happens to; more than one is typed before it does. */
  count: number;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before something happens to many rows; their number has to be typed, so that it was read. */
export function BulkConfirm(props: BulkConfirmProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const isMany = props.count > 1;
  const isReady = !isMany || typed.trim() === String(props.count);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !props.isBusy) props.onConfirm();
  }

  return (
    <Dialog open onClose={props.onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <Box component="form" onSubmit={submit}>
        <DialogTitle id={titleId}>{props.title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <DialogContentText>{props.hint}</DialogContentText>
          {isMany ? (
            <TextField
              name="count"
              label={t('typeToConfirm', { text: String(props.count) })}
              value={typed}
              onChange={setTyped}
              autoFocus
            />
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" autoFocus={!isMany} onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={props.isBusy} disabled={!isReady}>
            {props.confirmLabel}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
