import { useTranslation } from 'react-i18next';
import { spaceAfter } from '../../i18n/close-up.ts';
import { bucketTotal, type ChartData } from './chart-data.ts';
import { useChartFormats } from './use-chart-formats.ts';

/** A chart in two sentences, for those who listen. */
export function useChartSummary(data: ChartData | undefined, format: (value: number) => string): string {
  const { t } = useTranslation('chart');
  const { bucketName, percent } = useChartFormats();
  const first = data?.series[0];
  if (data === undefined || first === undefined || data.total === 0) return '';
  const totals = data.buckets.map((_, place) => bucketTotal(data, place));
  const highest = totals.indexOf(Math.max(...totals));
  const parts = [
    t('summaryHighest', {
      total: format(data.total),
      time: bucketName(data.buckets[highest]?.key ?? ''),
      value: format(totals[highest] ?? 0),
    }),
  ];
  if (data.series.length > 1) {
    parts.push(t('summaryLargest', { name: first.label, share: percent(first.total / data.total) }));
  }
  return parts.map(spaceAfter).join('').trimEnd();
}
