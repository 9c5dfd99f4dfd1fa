import { BarPlot, FocusedBar } from '@mui/x-charts/BarChart';
import { fillOf } from './chart-defs.tsx';
import { PlotFrame } from './plot-frame.tsx';
import { type PlotProps, shownValue } from './plot-props.ts';

/** Stacked columns over time; loaded when the first such chart is shown. */
export default function ColumnPlot(props: PlotProps) {
  const { chartId, data, looks, format, isStill, onBucket } = props;
  return (
    <PlotFrame
      {...props}
      xAxis={{ scaleType: 'band', categoryGapRatio: 0.35 }}
      highlight="band"
      series={data.series.map(({ name, label, values }, place) => ({
        type: 'bar',
        id: name,
        label,
        data: [...values],
        stack: 'all',
        color: fillOf(chartId, looks[place]),
        valueFormatter: shownValue(format),
      }))}
    >
      <BarPlot
        skipAnimation={isStill}
        {...(onBucket && {
          onItemClick: (_event, { seriesId, dataIndex }) => {
            const bucket = data.buckets[dataIndex];
            if (bucket) onBucket(String(seriesId) || undefined, bucket.key);
          },
        })}
      />
      <FocusedBar />
    </PlotFrame>
  );
}
