import type { UseQueryResult } from '@tanstack/react-query';
import type { PeriodStatistics } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartCard } from '../../ui/chart/chart-card.tsx';
import { toChartData } from '../../ui/chart/chart-data.ts';
import type { TimeBucket } from '../../ui/chart/time-buckets.ts';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import { NothingInPeriod } from './nothing-in-period.tsx';

interface SignUpChartProps {
  buckets: readonly TimeBucket[];
  period: UseQueryResult<PeriodStatistics>;
}

/** Accounts made over time, deleted ones included. */
export function SignUpChart({ buckets, period }: SignUpChartProps) {
  const { t } = useTranslation(['analytics', 'chart']);
  const formats = useChartFormats();
  const rows = period.data?.user_statistics;
  const data = useMemo(() => {
    const name = t('newUsers');
    const values = rows?.map((row) => ({ bucket: row.date, name, value: row.user_count }));
    return values && toChartData(formats.toBuckets(buckets), values, { restLabel: t('chart:other') });
  }, [rows, buckets, t, formats]);
  return (
    <ChartCard
      title={t('chart_signUps')}
      note={t('signUpsNote')}
      query={period}
      data={data}
      format={formats.count}
      formatTick={formats.wholeTick}
      empty={<NothingInPeriod text={t('noSignUps')} />}
    />
  );
}
