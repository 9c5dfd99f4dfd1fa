import CloseIcon from '@mui/icons-material/CloseOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  type CustomContentProps,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
  useSnackbar,
} from 'notistack';
import { type Ref, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { connectToasts, type ToastKind } from './toast.ts';

declare module 'notistack' {
  interface VariantOverrides {
    toast: { kind: ToastKind; detail?: string | undefined };
  }
}

const icons = { success: DoneIcon, info: InfoIcon, error: ErrorIcon, warning: WarningIcon };

function Toast({
  ref,
  ...props
}: CustomContentProps & { kind: ToastKind; detail?: string; ref?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation('ui');
  const { closeSnackbar } = useSnackbar();
  const Icon = icons[props.kind];
  return (
    <SnackbarContent
      ref={ref as Ref<HTMLDivElement> & never}
      role={props.kind === 'error' ? 'alert' : 'status'}
    >
      <Paper
        elevation={6}
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          gap: 3,
          p: 3,
          borderRadius: '12px',
          width: 360,
          maxWidth: '100%',
          border: 1,
          borderColor: 'divider',
        }}
      >
        <Icon color={props.kind} sx={{ mt: '2px' }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography>{props.message}</Typography>
          {props.detail ? (
            <Typography variant="caption" color="textSecondary" sx={{ userSelect: 'all' }}>
              {props.detail}
            </Typography>
          ) : null}
        </Box>
        <IconButton size="small" aria-label={t('close')} onClick={() => closeSnackbar(props.id)}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Paper>
    </SnackbarContent>
  );
}

/** At most three at once, bottom left; bottom centre on phones. */
export default function ToastList() {
  const isPhone = useMediaQuery('(max-width: 600px)');
  // The queue of toasts is outside React: it begins to be shown once the provider stands.
  useEffect(() => {
    connectToasts(({ durationMs, ...toast }) =>
      enqueueSnackbar({
        ...toast,
        variant: 'toast',
        preventDuplicate: true,
        autoHideDuration: durationMs,
        persist: durationMs === null,
      }),
    );
  }, []);
  return (
    <SnackbarProvider
      maxSnack={3}
      Components={{ toast: Toast as never }}
      anchorOrigin={{ vertical: 'bottom', horizontal: isPhone ? 'center' : 'left' }}
    />
  );
}
