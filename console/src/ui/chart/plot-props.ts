import type { ChartData } from './chart-data.ts';
import type { SeriesLook } from './series-look.ts';

/** Properties of a chart over time. */
export interface PlotProps {
  chartId: string;
  data: ChartData;
  looks: readonly SeriesLook[];
  format: (value: number) => string;
  formatTick: (value: number) => string;
  height: number;
  /** Nothing moves: the reader asked for that. */
  isStill: boolean;
  onBucket?: ((series: string | undefined, bucket: string) => void) | undefined;
}

/** Shows what there is, and leaves out what is nothing. */
export const shownValue =
  (format: (value: number) => string) =>
  (value: number | null): string | null =>
    value ? format(value) : null;
