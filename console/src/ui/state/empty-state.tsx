import BrokenIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import KeyIcon from '@mui/icons-material/VpnKeyOutlined';
import MissingIcon from '@mui/icons-material/WrongLocationOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const signs = {
  empty: InboxIcon,
  unmatched: SearchOffIcon,
  locked: LockIcon,
  missing: MissingIcon,
  broken: BrokenIcon,
  key: KeyIcon,
};

interface EmptyStateProps {
  /** Why nothing is here: nothing yet, nothing that matches, not allowed, no such thing, a failure, no key. */
  kind?: keyof typeof signs | undefined;
  title: string;
  /** The next useful step, in a sentence. */
  children?: ReactNode;
  action?: ReactNode;
  /** Takes back the filters that nothing matches. */
  onClear?: (() => void) | undefined;
  /** Stands for the whole page, so its title is the page's. */
  isPage?: boolean;
}

export function EmptyState({
  kind = 'empty',
  title,
  children,
  action,
  onClear,
  isPage = false,
}: EmptyStateProps) {
  const { t } = useTranslation('ui');
  const Sign = signs[kind];
  return (
    <Box
      sx={{
        py: isPage ? 16 : 10,
        px: 4,
        display: 'grid',
        justifyItems: 'center',
        gap: 2,
        textAlign: 'center',
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 48,
          height: 48,
          mb: 1,
          borderRadius: '12px',
          border: 1,
          borderColor: 'divider',
          bgcolor: 'background.raised',
          color: 'text.secondary',
        }}
      >
        <Sign sx={{ fontSize: 24 }} />
      </Box>
      <Typography variant="h2" component={isPage ? 'h1' : 'p'}>
        {title}
      </Typography>
      {children ? (
        <Typography color="textSecondary" sx={{ maxWidth: '56ch', textWrap: 'balance' }}>
          {children}
        </Typography>
      ) : null}
      {action || onClear ? (
        <Box sx={{ mt: 2, display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
          {action}
          {onClear ? (
            <Button variant="outlined" onClick={onClear}>
              {t('clearFilters')}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}
