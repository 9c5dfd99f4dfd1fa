import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { BreakdownList } from '../ui/chart/breakdown-list.tsx';
import { ChartCard } from '../ui/chart/chart-card.tsx';
import { type ChartData, toChartData } from '../ui/chart/chart-data.ts';
import { Sparkline } from '../ui/chart/sparkline.tsx';
import { useChartFormats } from '../ui/chart/use-chart-formats.ts';
import { EmptyState } from '../ui/state/empty-state.tsx';
import { Sample, SampleRow } from './sample.tsx';
import { serverFailure } from './state-samples.tsx';

const days = Array.from({ length: 14 }, (_, place) => `2026-11-${String(place + 1).padStart(2, '0')}`);
const models = Array.from({ length: 11 }, (_, place) => `model-${place + 1}`);

/** More series than the chart shows separately, in realistic sizes. */
const values = days.flatMap((bucket, day) =>
  models.map((name, place) => ({
    bucket,
    name,
    value: ((day * 37 + place * 53) % 97) * (4000 - place * 340),
  })),
);
const still = { isPending: false, isError: false, error: null, isPlaceholderData: false, refetch: () => {} };

export function ChartSamples() {
  const { t } = useTranslation(['dashboard', 'chart', 'channel']);
  const formats = useChartFormats();
  const buckets = formats.toBuckets(days.map((key) => ({ key })));
  const data = toChartData(buckets, values, { restLabel: t('chart:other') });
  const chart = (
    given: ChartData | undefined,
    query: Partial<Omit<typeof still, 'error'>> & { error?: unknown },
  ) => (
    <ChartCard
      title={t('channel:used')}
      query={{ ...still, ...query }}
      data={given}
      format={formats.quota}
      formatTick={formats.quotaTick}
      empty={<EmptyState title={t('channel:nothingFound')} />}
    />
  );
  return (
    <>
      <Sample name="ChartCard: more series than are told apart" isWide>
        {chart(data, {})}
      </Sample>
      <Sample name="ChartCard: loading">{chart(undefined, { isPending: true })}</Sample>
      <Sample name="ChartCard: empty">{chart(toChartData(buckets, [], { restLabel: '' }), {})}</Sample>
      <Sample name="ChartCard: failed">{chart(undefined, { isError: true, error: serverFailure })}</Sample>
      <Sample name="BreakdownList">
        <Card sx={{ p: 5 }}>
          <BreakdownList label={t('channel:models')} series={data.series} format={formats.quota} />
        </Card>
      </Sample>
      <Sample name="Sparkline: rising, flat, one value">
        <SampleRow>
          {[[1, 3, 2, 5, 8, 7, 11], [0, 0, 0, 0], [4]].map((run) => (
            <Box key={run.join()} sx={{ width: 120 }}>
              <Sparkline values={run} />
            </Box>
          ))}
        </SampleRow>
      </Sample>
    </>
  );
}
