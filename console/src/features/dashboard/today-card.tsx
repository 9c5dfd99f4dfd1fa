import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { timeBuckets } from '../../ui/chart/time-buckets.ts';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import { startOfDay } from '../../ui/date/reader-days.ts';
import { ChangeNote } from './change-note.tsx';
import { type DashboardMeasure, dailyUseQuery, hourlyUseQuery } from './dashboard-api.ts';
import { FigureCard } from './figure-card.tsx';
import { daySums, todayFigure } from './usage-figures.ts';

/** Today's sum of a measure, the change since yesterday at this hour, and the run of the week. */
export function TodayCard({ measure }: { measure: DashboardMeasure }) {
  const { t } = useTranslation('dashboard');
  const formats = useChartFormats();
  const hourly = useQuery(hourlyUseQuery);
  const daily = useQuery(dailyUseQuery(7));
  const end = Math.floor(Date.now() / 1000);
  const hours = timeBuckets('hour', { start: startOfDay(end, -1), end }).map(({ key }) => key);
  const days = timeBuckets('day', { start: startOfDay(end, -6), end }).map(({ key }) => key);
  const figure = hourly.data && todayFigure(hourly.data, measure, hours);
  const format = measure === 'quota' ? formats.quota : formats.countTick;
  const failed = hourly.isError && figure === undefined;
  return (
    <FigureCard
      label={t(`today_${measure}`)}
      value={figure ? format(figure.today) : failed ? '—' : <Skeleton width={90} />}
      note={figure ? <ChangeNote figure={figure} format={format} /> : failed ? t('figureFailed') : ' '}
      aside={daily.data ? <Sparkline values={daySums(daily.data, measure, days)} /> : null}
    />
  );
}
