import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface UsersChangeState {
  /** Users that were handled so far. */
  handled: number;
  total: number;
  /** Set at the end: users that could not be changed, with the reason. */
  failed?: { name: string; reason: string }[];
}

interface UsersChangeReportProps {
  state: UsersChangeState;
  onClose: () => void;
}

/** How far a change of many users is, then which of them could not be changed. */
export function UsersChangeReport({ state, onClose }: UsersChangeReportProps) {
  const { t } = useTranslation(['user', 'ui']);
  const titleId = useId();
  const { handled, total, failed } = state;
  const title =
    failed === undefined
      ? t('batchProgress', { handled, total })
      : t('batchPartly', { count: total - failed.length, failed: failed.length });
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      onClose={failed === undefined ? undefined : onClose}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {failed === undefined ? (
          <LinearProgress aria-labelledby={titleId} variant="determinate" value={(handled / total) * 100} />
        ) : (
          <Box component="ul" sx={{ m: 0, pl: 5 }}>
            {failed.map(({ name, reason }) => (
              <li key={name}>
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </Box>
        )}
      </DialogContent>
      {failed === undefined ? null : (
        <DialogActions>
          <Button variant="contained" autoFocus onClick={onClose}>
            {t('ui:close')}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}
