import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { botStatusQuery, useReloadBot } from './telegram-api.ts';

/** Whether the bot runs, and how Telegram learns of new commands. */
export function BotNote() {
  const { t } = useTranslation('telegram');
  const { data } = useQuery(botStatusQuery);
  const reload = useReloadBot();
  const isOn = data?.status === true;
  return (
    <Alert
      severity="info"
      action={
        isOn ? (
          <Button
            size="small"
            color="inherit"
            sx={{ whiteSpace: 'nowrap' }}
            loading={reload.isPending}
            onClick={() => reload.mutate(undefined, { onSuccess: () => showToast('success', t('reloaded')) })}
          >
            {t('reload')}
          </Button>
        ) : undefined
      }
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        {data === undefined ? null : (
          <StatusDot tone={isOn ? 'good' : 'quiet'}>
            {isOn ? (data.is_webhook ? t('onlineWebhook') : t('onlinePolling')) : t('off')}
          </StatusDot>
        )}
        <span>{isOn || data === undefined ? t('reloadHint') : t('offHint')}</span>
        {data?.status === false ? (
          <Link component={RouterLink} to="/panel/setting#telegramBot">
            {t('openSettings')}
          </Link>
        ) : null}
      </Box>
    </Alert>
  );
}
