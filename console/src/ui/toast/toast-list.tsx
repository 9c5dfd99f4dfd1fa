import CloseIcon from '@mui/icons-material/CloseOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type ToastOptions, toastQueue } from './toast.ts';
import type { Queued } from './toast-queue.ts';

const icons = {
  success: DoneIcon,
  info: InfoIcon,
  notice: InfoIcon,
  error: ErrorIcon,
  warning: WarningIcon,
};

const pause = () => toastQueue.pause();
const resume = () => toastQueue.resume();

/** The toasts that are shown; a pointer or the focus on them keeps them there. */
export function ToastList({ toasts }: { toasts: readonly Queued<ToastOptions>[] }) {
  // This part's code may come later than the first toast, which would have gone unseen.
  useEffect(() => {
    resume();
    return pause;
  }, []);
  return toasts.map((toast) => (
    <Box
      key={toast.id}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
      role={toast.kind === 'error' ? 'alert' : undefined}
    >
      <Toast toast={toast} />
    </Box>
  ));
}

function Toast({ toast }: { toast: Queued<ToastOptions> }) {
  const { t } = useTranslation('ui');
  const Icon = icons[toast.kind];
  function close() {
    resume();
    toastQueue.close(toast.id);
  }
  return (
    <Paper
      elevation={6}
      sx={{
        display: 'flex',
        alignItems: toast.detail ? 'flex-start' : 'center',
        gap: 3,
        p: 3,
        borderRadius: '12px',
        border: 1,
        borderColor: 'divider',
      }}
    >
      <Icon color={toast.kind === 'notice' ? 'info' : toast.kind} sx={{ mt: toast.detail ? '2px' : 0 }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography>{toast.message}</Typography>
        {toast.detail ? (
          <Typography
            variant="caption"
            color="textSecondary"
            data-selectable
            sx={{
              display: 'block',
              maxHeight: 160,
              overflowY: 'auto',
              userSelect: 'all',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
            }}
          >
            {toast.detail}
          </Typography>
        ) : null}
      </Box>
      {toast.action ? (
        <Button
          size="small"
          variant="text"
          sx={{ flex: 'none', my: '-2px' }}
          onClick={() => {
            close();
            toast.action?.onAct();
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <IconButton size="small" aria-label={t('close')} onClick={close}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  );
}
