import type { UseQueryResult } from '@tanstack/react-query';
import type { GroupUsage, PeriodStatistics, UsageGroupType } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../../api/user-group.ts';
import { ChartCard, type ChartLink } from '../../ui/chart/chart-card.tsx';
import { toChartData } from '../../ui/chart/chart-data.ts';
import { logLink } from '../../ui/chart/log-link.ts';
import type { TimeBucket } from '../../ui/chart/time-buckets.ts';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import type { RangeBounds } from './analytics-range.ts';
import { NothingInPeriod } from './nothing-in-period.tsx';

const measures = {
  quota: (row: GroupUsage) => row.Quota,
  tokens: (row: GroupUsage) => row.PromptTokens + row.CompletionTokens,
  requests: (row: GroupUsage) => row.RequestCount,
};
export type UsageMeasure = keyof typeof measures;

/** Key of a series in a chart: names of channels are not unique, and some are empty. */
const seriesKey = (by: UsageGroupType, { Channel, Id }: GroupUsage): string => {
  if (Id === -1) return '';
  if (by === 'channel' || by === 'user') return `${Id} ${Channel}`;
  return Channel || UNNAMED;
};
const UNNAMED = '\u0000';

interface UsageChartProps {
  measure: UsageMeasure;
  by: UsageGroupType;
  bounds: RangeBounds;
  buckets: readonly TimeBucket[];
  period: UseQueryResult<PeriodStatistics>;
}

/** One measure of everybody's use over time; a column leads to its calls where the log can be narrowed so. */
export function UsageChart({ measure, by, bounds, buckets, period }: UsageChartProps) {
  const { t } = useTranslation(['analytics', 'chart']);
  const formats = useChartFormats();
  const groupName = useGroupName();
  const rows = period.data?.channel_statistics;
  const data = useMemo(() => {
    const values = rows?.map((row) => ({
      bucket: row.Date,
      name: seriesKey(by, row),
      value: measures[measure](row),
    }));
    const labels = new Map(rows?.map((row) => [seriesKey(by, row), row.Channel]));
    const nameOf = by === 'group' ? groupName : (name: string) => name;
    const labelOf = (key: string) => nameOf(labels.get(key) ?? '') || t(`unnamed_${by}`);
    return (
      values && toChartData(formats.toBuckets(buckets), values, { labelOf, restLabel: t('chart:other') })
    );
  }, [rows, by, measure, buckets, t, formats, groupName]);
  const linkOf: ChartLink = (series, bucket) => {
    const { from, to } = buckets.find(({ key }) => key === bucket) ?? { from: bounds.start, to: bounds.end };
    const time = { from, to };
    if (series === undefined) return logLink(time);
    const [id = '', ...name] = series.split(' ');
    if (by === 'model') return logLink({ ...time, model_name: series });
    if (by === 'channel') return Number(id) > 0 ? logLink({ ...time, channel_id: Number(id) }) : undefined;
    return by === 'user' ? logLink({ ...time, username: name.join(' ') }) : undefined;
  };
  const isMoney = measure === 'quota';
  return (
    <ChartCard
      title={t(`chart_${measure}`)}
      query={period}
      data={data}
      format={isMoney ? formats.quota : formats.count}
      formatSum={isMoney ? formats.quota : formats.count}
      formatTick={isMoney ? formats.quotaTick : formats.countTick}
      linkOf={linkOf}
      empty={<NothingInPeriod text={t('noUse')} />}
    />
  );
}
