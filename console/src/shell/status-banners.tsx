import OfflineIcon from '@mui/icons-material/CloudOffOutlined';
import UpdateIcon from '@mui/icons-material/SystemUpdateAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isOtherVersion, useIsServerUnreachable } from '../api/server-watch.ts';
import { siteStatusQuery } from '../api/site-status.ts';

const CHECK_EVERY_MS = 5 * 60_000;

/** Banners about the whole page: no connection, a server that does not answer, a server newer than the page. */
export function StatusBanners() {
  const { t } = useTranslation('shell');
  const isOnline = useIsOnline();
  const isUnreachable = useIsServerUnreachable();
  const newVersion = useNewVersion();
  return (
    <Box aria-live="polite" sx={{ position: 'sticky', top: { xs: 56, sm: 64 }, zIndex: 1050 }}>
      {isOnline && !isUnreachable ? null : (
        <Banner icon={<OfflineIcon fontSize="small" color="warning" />} tone="warning.light">
          {isOnline ? t('unreachable') : t('offline')}
        </Banner>
      )}
      {newVersion === undefined ? null : (
        <Banner
          icon={<UpdateIcon fontSize="small" color="primary" />}
          tone="primary.light"
          action={
            <Button size="small" variant="contained" onClick={() => window.location.reload()}>
              {t('reload')}
            </Button>
          }
        >
          {t('newVersion', { version: newVersion })}
        </Banner>
      )}
    </Box>
  );
}

interface BannerProps {
  icon: ReactNode;
  tone: string;
  action?: ReactNode;
  children: ReactNode;
}

function Banner({ icon, tone, action, children }: BannerProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: { xs: 4, sm: 6 },
        py: 2,
        minHeight: 44,
        bgcolor: tone,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
      }}
    >
      {icon}
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      {action}
    </Box>
  );
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}

/** The server's version where it is not the page's; looked up on focus and every few minutes. */
function useNewVersion(): string | undefined {
  const { data } = useQuery({
    ...siteStatusQuery,
    refetchInterval: CHECK_EVERY_MS,
    refetchOnWindowFocus: true,
  });
  const served = data?.version ?? '';
  return isOtherVersion(served) ? served : undefined;
}
