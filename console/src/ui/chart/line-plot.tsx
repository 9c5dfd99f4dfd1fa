import { FocusedLineMark, LinePlot as Lines, MarkPlot } from '@mui/x-charts/LineChart';
import { colourOf } from './chart-defs.tsx';
import { PlotFrame } from './plot-frame.tsx';
import { type PlotProps, shownValue } from './plot-props.ts';

/** More marks than this would touch each other. */
const MARKED_BUCKETS = 31;

/** Lines over time, each with marks of its own; loaded when the first such chart is shown. */
export default function LinePlot(props: PlotProps) {
  const { data, looks, format, isStill } = props;
  return (
    <PlotFrame
      {...props}
      xAxis={{ scaleType: 'point' }}
      highlight="line"
      series={data.series.map(({ name, label, values }, place) => ({
        type: 'line',
        id: name,
        label,
        data: [...values],
        curve: 'linear',
        showMark: data.buckets.length <= MARKED_BUCKETS,
        color: colourOf(looks[place]),
        valueFormatter: shownValue(format),
      }))}
    >
      <Lines skipAnimation={isStill} />
      <MarkPlot skipAnimation={isStill} />
      <FocusedLineMark />
    </PlotFrame>
  );
}
