import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ModelUsage } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartCard, type ChartLink } from '../../ui/chart/chart-card.tsx';
import { toChartData } from '../../ui/chart/chart-data.ts';
import { ChoiceButtons } from '../../ui/chart/choice-buttons.tsx';
import { logLink } from '../../ui/chart/log-link.ts';
import { type TimeBucket, timeBuckets } from '../../ui/chart/time-buckets.ts';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import { startOfDay } from '../../ui/date/reader-days.ts';
import { readerTimeZoneText } from '../../ui/date/time-zone.ts';
import type { SetFilter } from '../../ui/list/use-url-filter.ts';
import {
  type DashboardMeasure,
  type DashboardRange,
  dailyUseQuery,
  dashboardMeasures,
  dashboardRanges,
  hourlyUseQuery,
} from './dashboard-api.ts';
import { measureOf } from './usage-figures.ts';

const HOUR_SECONDS = 3600;

interface DashboardFilter {
  range: DashboardRange;
  by: DashboardMeasure;
}

/** Days or hours of a range, oldest first. */
export function rangeBuckets(range: DashboardRange): TimeBucket[] {
  const end = Math.floor(Date.now() / 1000);
  if (range === '1') return timeBuckets('hour', { start: end - 23 * HOUR_SECONDS, end });
  return timeBuckets('day', { start: startOfDay(end, 1 - Number(range)), end });
}

export function useRangeUse(range: DashboardRange) {
  const daily = useQuery({ ...dailyUseQuery(range === '30' ? 30 : 7), enabled: range !== '1' });
  const hourly = useQuery(hourlyUseQuery);
  return range === '1' ? hourly : daily;
}

/** One's own use over time, by model; a column leads to its calls. */
export function UseChart({
  filter,
  onChange,
}: {
  filter: DashboardFilter;
  onChange: SetFilter<DashboardFilter>;
}) {
  const { t, i18n } = useTranslation(['dashboard', 'chart']);
  const formats = useChartFormats();
  const { range, by } = filter;
  const use = useRangeUse(range);
  const restLabel = t('chart:other');
  const data = useMemo(
    () =>
      use.data && toChartData(formats.toBuckets(rangeBuckets(range)), toValues(use.data, by), { restLabel }),
    [use.data, range, by, formats, restLabel],
  );
  const linkOf: ChartLink = (model_name, bucket) => {
    const buckets = rangeBuckets(range);
    const { from, to } = buckets.find(({ key }) => key === bucket) ?? { from: buckets[0]?.from };
    return logLink({ from, to, model_name });
  };
  return (
    <ChartCard
      title={t(`chart_${by}`)}
      note={t(`rangeNote_${range}`, { zone: readerTimeZoneText(i18n.language) })}
      query={use}
      data={data}
      format={by === 'quota' ? formats.quota : formats.count}
      formatSum={by === 'quota' ? formats.quota : formats.count}
      formatTick={by === 'quota' ? formats.quotaTick : formats.countTick}
      linkOf={linkOf}
      empty={
        <Typography color="textSecondary" sx={{ py: 10, textAlign: 'center' }}>
          {t('chartEmpty')}
        </Typography>
      }
      actions={
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            minWidth: 0,
          }}
        >
          <ChoiceButtons
            label={t('measure')}
            names={dashboardMeasures}
            value={by}
            onChange={(next) => onChange({ by: next })}
            textOf={(name) => t(`measure_${name}`)}
          />
          <ChoiceButtons
            label={t('range')}
            names={dashboardRanges}
            value={range}
            onChange={(next) => onChange({ range: next })}
            textOf={(name) => t(`range_${name}`)}
          />
        </Box>
      }
    />
  );
}

const toValues = (rows: readonly ModelUsage[], by: DashboardMeasure) =>
  rows.map((row) => ({ bucket: row.Date, name: row.ModelName, value: measureOf(row, by) }));
