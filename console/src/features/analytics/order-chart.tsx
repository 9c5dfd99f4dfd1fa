import type { UseQueryResult } from '@tanstack/react-query';
import type { PeriodStatistics } from '@turnpike/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartCard } from '../../ui/chart/chart-card.tsx';
import { toChartData } from '../../ui/chart/chart-data.ts';
import { ChoiceButtons } from '../../ui/chart/choice-buttons.tsx';
import type { TimeBucket } from '../../ui/chart/time-buckets.ts';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { NothingInPeriod } from './nothing-in-period.tsx';

/** Paid orders over time, one currency at a time: amounts of different ones have no sum. */
export function OrderChart({
  buckets,
  period,
}: {
  buckets: readonly TimeBucket[];
  period: UseQueryResult<PeriodStatistics>;
}) {
  const { t } = useTranslation(['analytics', 'chart']);
  const chartFormats = useChartFormats();
  const formats = useFormats();
  const rows = period.data?.order_statistics;
  const currencies = useMemo(
    () => [...new Set(rows?.map(({ order_currency }) => order_currency))].sort(),
    [rows],
  );
  const [chosen, setChosen] = useState(currencies[0]);
  const currency = currencies.find((one) => one === chosen) ?? currencies[0] ?? 'USD';
  const data = useMemo(() => {
    const values = rows
      ?.filter(({ order_currency }) => order_currency === currency)
      .map(({ date, order_amount }) => ({ bucket: date, name: currency, value: order_amount }));
    return values && toChartData(chartFormats.toBuckets(buckets), values, { restLabel: t('chart:other') });
  }, [rows, buckets, currency, t, chartFormats]);
  return (
    <ChartCard
      title={t('chart_orders')}
      note={t('ordersNote')}
      query={period}
      data={data}
      format={(amount) => formats.money(amount, currency)}
      formatTick={formats.compact}
      actions={
        currencies.length < 2 ? null : (
          <ChoiceButtons
            label={t('currency')}
            names={currencies}
            value={currency}
            onChange={setChosen}
            textOf={(name) => name}
          />
        )
      }
      empty={<NothingInPeriod text={t('noOrders')} />}
    />
  );
}
