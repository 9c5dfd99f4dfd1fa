import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { channelStatus } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { liveOptions } from '../../ui/action/live-toggle.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { siteTotalsQuery } from './analytics-api.ts';

/** The site as it is now: spending, users, channels. Not narrowed by the filter below. */
export function TotalCards({ isLive }: { isLive: boolean }) {
  const { t } = useTranslation('analytics');
  const formats = useFormats();
  const totals = useQuery({ ...siteTotalsQuery, ...liveOptions(isLive) });
  const now = totals.data;
  if (totals.isError && now === undefined) {
    return (
      <Card>
        <ErrorState error={totals.error} onRetry={() => void totals.refetch()} />
      </Card>
    );
  }
  const users = now?.user_statistics;
  const channelsOf = (status: number) =>
    now?.channel_statistics.find((one) => one.status === status)?.total_channels ?? 0;
  const channels = now?.channel_statistics.reduce((sum, one) => sum + one.total_channels, 0) ?? 0;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 4 },
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
        // On phones the charts should begin in sight.
        '& > :last-child': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
      }}
    >
      <TotalCard
        label={t('spent')}
        value={users && <QuotaText points={users.total_used_quota} />}
        note={users && t('spentNote', { amount: formats.quota(users.total_quota) })}
      />
      <TotalCard
        label={t('users')}
        value={users && formats.number(users.total_user)}
        note={users && t('usersNote')}
      />
      <TotalCard
        label={t('channels')}
        value={now && formats.number(channels)}
        note={
          now && (
            <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
              <StatusDot tone="good">
                {t('channelsOn', { number: channelsOf(channelStatus.enabled) })}
              </StatusDot>
              <StatusDot tone="quiet">
                {t('channelsOff', { number: channelsOf(channelStatus.disabled) })}
              </StatusDot>
              <StatusDot tone="broken">
                {t('channelsFailed', { number: channelsOf(channelStatus.autoDisabled) })}
              </StatusDot>
            </Box>
          )
        }
      />
    </Box>
  );
}

function TotalCard({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) {
  return (
    <Card sx={{ p: { xs: 3, sm: 5 } }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="div"
        className="tabular"
        sx={{ fontSize: { xs: '1.25rem', sm: '1.75rem' }, fontWeight: 600, lineHeight: 1.3 }}
      >
        {value ?? <Skeleton width={110} />}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="div">
        {note ?? <Skeleton width={150} />}
      </Typography>
    </Card>
  );
}
