import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import { channelStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { liveOptions } from '../../ui/action/live-toggle.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { siteTotalsQuery } from './analytics-api.ts';
import { TopUpCard } from './top-up-card.tsx';
import { TotalCard } from './total-card.tsx';

/** The site as it is now: spending, users, channels, top-ups. Not narrowed by the filter below. */
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
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
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
      <TopUpCard totals={now} />
    </Box>
  );
}
