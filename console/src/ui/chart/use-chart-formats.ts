import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { toTag } from '../../i18n/languages.ts';
import { useFormats } from '../text/use-formats.ts';
import type { ChartBucket } from './chart-data.ts';

interface ChartFormats {
  /** Money or points on an axis: short, and never the same text at two ticks. */
  quotaTick: (points: number) => string;
  /** Money or points, as outside of charts. */
  quota: (points: number) => string;
  /** Shortened, as outside of charts. */
  countTick: (count: number) => string;
  /** As `countTick`, and nothing at a tick between two whole numbers. */
  wholeTick: (count: number) => string;
  count: (count: number) => string;
  percent: (share: number) => string;
  /** The day or hour that the server names, short. */
  bucket: (key: string) => string;
  /** The same in full. */
  bucketName: (key: string) => string;
  toBuckets: (buckets: readonly { key: string }[]) => ChartBucket[];
}

/** A server's day or hour as the reader's clock has it. */
export const bucketDate = (key: string): Date =>
  new Date(key.length > 10 ? key.replace(' ', 'T') : `${key}T00:00`);

/** Numbers and dates of charts in the chosen language. */
export function useChartFormats(): ChartFormats {
  const { i18n } = useTranslation();
  const formats = useFormats();
  const { pointsPerUnit, showsCurrency } = useSite();
  const tag = toTag(i18n.language);
  return useMemo(() => {
    const significant = new Intl.NumberFormat(tag, { maximumSignificantDigits: 3 });
    const cents = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const percentage = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
    const day = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric' });
    const hour = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    const fullDay = new Intl.DateTimeFormat(tag, { dateStyle: 'full' });
    const fullHour = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
    const bucket = (key: string) => (key.length > 10 ? hour : day).format(bucketDate(key));
    return {
      quotaTick: (points) => {
        if (!showsCurrency) return formats.compact(points);
        const money = points / pointsPerUnit;
        const isCents = money > 0 && money < 10 && Math.abs(money * 100 - Math.round(money * 100)) < 1e-6;
        if (money >= 1000) return `$${formats.compact(money)}`;
        return `$${(isCents ? cents : significant).format(money)}`;
      },
      quota: (points) => formats.quota(points),
      countTick: (count) => formats.compact(count),
      wholeTick: (count) => (Number.isInteger(count) ? formats.compact(count) : ''),
      count: (count) => formats.number(count, 0),
      percent: (share) => percentage.format(share),
      bucket,
      bucketName: (key) => (key.length > 10 ? fullHour : fullDay).format(bucketDate(key)),
      toBuckets: (buckets) => buckets.map(({ key }) => ({ key, label: bucket(key) })),
    };
  }, [tag, formats, pointsPerUnit, showsCurrency]);
}
