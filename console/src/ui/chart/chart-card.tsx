import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyPart } from '../loading/lazy-part.ts';
import { WhenSeen } from '../loading/when-seen.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { visuallyHidden } from '../text/visually-hidden.ts';
import type { ChartData } from './chart-data.ts';
import { ChartDefs } from './chart-defs.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTable } from './chart-table.tsx';
import { type ChartView, ChartViewButtons } from './chart-view-buttons.tsx';
import { useSeriesLooks } from './series-look.ts';
import { useChartSummary } from './use-chart-summary.ts';

const ColumnPlot = lazyPart(() => import('./column-plot.tsx'));
const LinePlot = lazyPart(() => import('./line-plot.tsx'));

const PLOT_HEIGHT = 300;
/** Where title, choices and buttons do not fit next to each other. */
const NARROW = '@container (max-width: 779.95px)';

/** Leads from a series, a day or both to the rows behind them. */
export type ChartLink = (series: string | undefined, bucket: string | undefined) => string | undefined;

interface ChartCardProps {
  title: string;
  /** Said below the title. */
  note?: string | undefined;
  query: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  /** Undefined until it is loaded. */
  data: ChartData | undefined;
  format: (value: number) => string;
  /** Sums in the title and the legend, where they are shorter than single numbers. */
  formatSum?: (value: number) => string;
  formatTick: (value: number) => string;
  linkOf?: ChartLink;
  /** Shown instead of a drawing of nothing. */
  empty: ReactNode;
  actions?: ReactNode;
}

/** A chart over time: title with total, drawing or table, legend; with its loading, empty and error states. */
export function ChartCard(props: ChartCardProps) {
  const { title, note, query, data, format, formatSum = format, linkOf } = props;
  const navigate = useNavigate();
  const [view, setView] = useState<ChartView>('columns');
  const titleId = useId();
  const chartId = `chart${useId().replace(/\W/g, '')}`;
  const names = useMemo(() => data?.series.map(({ name }) => name) ?? [], [data]);
  const looks = useSeriesLooks(names);
  const summary = useChartSummary(data, format);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const Plot = view === 'lines' ? LinePlot : ColumnPlot;
  const isEmpty = data !== undefined && data.total === 0;
  const total = data === undefined || isEmpty ? undefined : formatSum(data.total);
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      sx={{ p: 5, minWidth: 0, position: 'relative', containerType: 'inline-size' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2, mb: 3 }}>
        <Box sx={{ flex: '1 0 auto', maxWidth: '100%', [NARROW]: { flex: '1 1 0', minWidth: 0 } }}>
          <Typography id={titleId} variant="h2">
            {title}{' '}
            {total === undefined ? null : (
              <Box component="span" className="tabular" sx={{ fontWeight: 400, color: 'text.secondary' }}>
                {total}
              </Box>
            )}
          </Typography>
          {note ? (
            <Typography variant="caption" color="textSecondary">
              {note}
            </Typography>
          ) : null}
        </Box>
        {props.actions ? (
          // Next to the title where there is room, otherwise in a row of their own below it.
          <Box sx={{ minWidth: 0, [NARROW]: { order: 1, width: '100%' } }}>{props.actions}</Box>
        ) : null}
        {data === undefined || isEmpty ? null : (
          <ChartViewButtons title={title} view={view} onChange={setView} />
        )}
      </Box>
      {query.isPending ? <Skeleton variant="rounded" height={PLOT_HEIGHT + 32} /> : null}
      {query.isError && data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {isEmpty ? props.empty : null}
      {data === undefined || isEmpty ? null : (
        <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
          <ChartDefs chartId={chartId} looks={looks} />
          <Box component="p" sx={visuallyHidden}>
            {summary}
          </Box>
          <Suspense fallback={<Skeleton variant="rounded" height={PLOT_HEIGHT} />}>
            {view === 'table' ? (
              <ChartTable label={title} data={data} format={format} linkOf={linkOf} />
            ) : (
              <WhenSeen height={PLOT_HEIGHT}>
                <Plot
                  {...{ chartId, data, looks, format, isStill }}
                  formatTick={props.formatTick}
                  height={PLOT_HEIGHT}
                  onBucket={
                    linkOf &&
                    ((series, bucket) => {
                      const to = linkOf(series, bucket);
                      if (to !== undefined) void navigate(to);
                    })
                  }
                />
              </WhenSeen>
            )}
          </Suspense>
          <ChartLegend
            {...{ chartId, looks, format: formatSum }}
            series={data.series}
            linkOf={linkOf && ((series) => linkOf(series, undefined))}
          />
        </Box>
      )}
    </Card>
  );
}
