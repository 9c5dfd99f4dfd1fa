import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type FormEventHandler, type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ModalDrawer } from './modal-drawer.tsx';

interface SideDrawerProps {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  /** Stays in sight below the content. */
  footer?: ReactNode;
  /** Makes the drawer a form. */
  onSubmit?: FormEventHandler;
  children: ReactNode;
}

/** Everything about one thing, at the right; the whole width on phones. */
export function SideDrawer({ isOpen, title, onClose, footer, onSubmit, children }: SideDrawerProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  const content = (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          px: 5,
          py: 3,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
        <IconButton aria-label={t('close')} onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, overflow: 'auto', p: 5 }}>
        {/* Texts of a part that come later must not empty the screen behind. */}
        <Suspense fallback={<Skeleton variant="rounded" height={240} />}>{children}</Suspense>
      </Box>
      {footer ? (
        <Box
          sx={{
            px: 5,
            py: 3,
            borderTop: 1,
            borderColor: 'divider',
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            justifyContent: 'flex-end',
          }}
        >
          {footer}
        </Box>
      ) : null}
    </>
  );
  const column = { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' } as const;
  return (
    <ModalDrawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      aria-labelledby={titleId}
      sx={{ width: 560, maxWidth: '100%' }}
    >
      {onSubmit ? (
        <Box component="form" noValidate onSubmit={onSubmit} sx={column}>
          {content}
        </Box>
      ) : (
        <Box sx={column}>{content}</Box>
      )}
    </ModalDrawer>
  );
}
