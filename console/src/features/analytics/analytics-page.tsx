import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveToggle, liveOptions } from '../../ui/action/live-toggle.tsx';
import { saveFile } from '../../ui/action/save-file.ts';
import { timeBuckets } from '../../ui/chart/time-buckets.ts';
import { readerTimeZone } from '../../ui/date/time-zone.ts';
import { useUrlFilter } from '../../ui/list/use-url-filter.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { analyticsFilter, periodQuery } from './analytics-api.ts';
import { AnalyticsFilters } from './analytics-filters.tsx';
import { toBounds } from './analytics-range.ts';
import { OrderChart } from './order-chart.tsx';
import { RedemptionChart } from './redemption-chart.tsx';
import { SignUpChart } from './sign-up-chart.tsx';
import { TotalCards } from './total-cards.tsx';
import { UsageChart } from './usage-charts.tsx';
import { toUsageCsv } from './usage-csv.ts';

const halves = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
};

/** Everybody's use over time, by what the administrator wants to compare. */
export default function AnalyticsPage() {
  const { t } = useTranslation('analytics');
  const [filter, setFilter] = useUrlFilter(analyticsFilter);
  const { by, user_id } = filter;
  const now = Math.floor(Date.now() / 1000);
  const { start, end, interval } = toBounds(filter, now);
  const bounds = useMemo(() => ({ start, end, interval }), [start, end, interval]);
  const endsNow = end >= now;
  const isLive = filter.live === 'on' && endsNow;
  const period = useQuery({ ...periodQuery({ bounds, by, user_id }), ...liveOptions(isLive) });
  const buckets = useMemo(() => timeBuckets(interval, { start, end }), [interval, start, end]);
  const rows = period.data?.channel_statistics ?? [];
  const shown = { from: buckets[0]?.key.slice(0, 10) ?? '', to: buckets.at(-1)?.key.slice(0, 10) ?? '' };
  const shared = { by, bounds, buckets, period };
  return (
    <Screen
      title={t('title')}
      purpose={t('purpose')}
      actions={
        <>
          {endsNow ? (
            <LiveToggle isLive={isLive} onChange={(isOn) => setFilter({ live: isOn ? 'on' : undefined })} />
          ) : null}
          <Button
            variant="outlined"
            startIcon={<DownloadIcon />}
            disabled={rows.length === 0}
            onClick={() =>
              saveFile(
                `use-by-${by}-${buckets[0]?.key}-${buckets.at(-1)?.key}.csv`,
                // The mark at the start marks the text as UTF-8 for spreadsheets.
                `\uFEFF${toUsageCsv(rows, readerTimeZone())}`,
                'text/csv',
              )
            }
          >
            {t('download')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <TotalCards isLive={isLive} />
        <AnalyticsFilters filter={filter} onChange={setFilter} shown={shown} />
        <UsageChart measure="quota" {...shared} />
        <Box sx={halves}>
          <UsageChart measure="requests" {...shared} />
          <UsageChart measure="tokens" {...shared} />
        </Box>
        <Box sx={halves}>
          <RedemptionChart buckets={buckets} period={period} />
          <OrderChart buckets={buckets} period={period} />
        </Box>
        <SignUpChart buckets={buckets} period={period} />
      </Box>
    </Screen>
  );
}
