import type { UseQueryResult } from '@tanstack/react-query';
import type { PeriodStatistics } from '@turnpike/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartCard } from '../../ui/chart/chart-card.tsx';
import { toChartData } from '../../ui/chart/chart-data.ts';
import { ChoiceButtons } from '../../ui/chart/choice-buttons.tsx';
import type { TimeBucket } from '../../ui/chart/time-buckets.ts';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import { NothingInPeriod } from './nothing-in-period.tsx';

const measures = ['quota', 'accounts'] as const;

/** Redeemed codes over time: what they were worth, or how many accounts redeemed them. */
export function RedemptionChart({
  buckets,
  period,
}: {
  buckets: readonly TimeBucket[];
  period: UseQueryResult<PeriodStatistics>;
}) {
  const { t } = useTranslation(['analytics', 'chart']);
  const formats = useChartFormats();
  const [measure, setMeasure] = useState<(typeof measures)[number]>('quota');
  const isMoney = measure === 'quota';
  const rows = period.data?.redemption_statistics;
  const data = useMemo(() => {
    const name = t(`redeemed_${isMoney ? 'quota' : 'accounts'}`);
    const values = rows?.map(({ date, quota, user_count }) => ({
      ...{ bucket: date, name, value: isMoney ? quota : user_count },
    }));
    return values && toChartData(formats.toBuckets(buckets), values, { restLabel: t('chart:other') });
  }, [rows, buckets, isMoney, t, formats]);
  const format = isMoney ? formats.quota : formats.count;
  return (
    <ChartCard
      title={t('chart_redeemed')}
      note={isMoney ? undefined : t('accountsNote')}
      query={period}
      data={data}
      format={format}
      formatTick={isMoney ? formats.quotaTick : formats.wholeTick}
      actions={
        data === undefined || data.total === 0 ? null : (
          <ChoiceButtons
            label={t('measure')}
            names={measures}
            value={measure}
            onChange={setMeasure}
            textOf={(name) => t(`redeemed_${name}`)}
          />
        )
      }
      empty={<NothingInPeriod text={t('noRedeemed')} />}
    />
  );
}
