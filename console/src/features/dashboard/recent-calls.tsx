import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { TextLink } from '../../ui/action/text-link.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { RECENT_CALLS, recentCallsQuery } from './dashboard-api.ts';
import { hasFailed } from './failing-models.ts';

export function RecentCalls() {
  const { t } = useTranslation('dashboard');
  const calls = useQuery(recentCallsQuery);
  return (
    <Card component="section" aria-labelledby="recent-calls" sx={{ p: 5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: -1, mb: 1 }}>
        <Typography id="recent-calls" variant="h2" sx={{ flex: 1 }}>
          {t('recentTitle')}
        </Typography>
        <ButtonLink to="/panel/log" variant="text" size="small">
          {t('openLog')}
        </ButtonLink>
      </Box>
      {calls.isPending ? <Skeleton variant="rounded" height={RECENT_CALLS * 44} /> : null}
      {calls.isError && !calls.data ? (
        <ErrorState error={calls.error} onRetry={() => calls.refetch()} />
      ) : null}
      {calls.data?.data.length === 0 ? (
        <Typography color="textSecondary">{t('recentEmpty')}</Typography>
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}>
        {calls.data?.data.map((row) => (
          <Box
            component="li"
            key={row.request_id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 3,
              minHeight: 44,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box
              sx={{
                flex: 1,
                minWidth: 0,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }}
            >
              <TextLink to={`/panel/log?open=${encodeURIComponent(row.request_id)}`}>
                {row.model_name}
              </TextLink>
            </Box>
            {hasFailed(row) ? <StatusDot tone="broken">{t('failed')}</StatusDot> : null}
            {row.ended_by === 'request' ? <StatusDot tone="look">{t('requestRefused')}</StatusDot> : null}
            <Box sx={{ color: 'text.secondary' }}>
              <TimeText epochSeconds={row.created_at} />
            </Box>
            <Box sx={{ minWidth: 84, textAlign: 'right' }}>
              <QuotaText points={row.quota} isPrecise={row.quota !== 0} />
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
