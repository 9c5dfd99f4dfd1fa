import useMediaQuery from '@mui/material/useMediaQuery';
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight';
import { ChartsContainer, type ChartsContainerProps } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import type { ReactNode } from 'react';
import type { PlotProps } from './plot-props.ts';

type Kind = 'bar' | 'line';
type XAxis = NonNullable<ChartsContainerProps<Kind>['xAxis']>[number];

interface PlotFrameProps extends PlotProps {
  xAxis: Pick<XAxis, 'scaleType'> & { categoryGapRatio?: number };
  highlight: 'band' | 'line';
  series: NonNullable<ChartsContainerProps<Kind>['series']>;
  children: ReactNode;
}

/**
 * Axes, grid and what is said under the pointer: what columns and lines share. Put together from single parts; the
 * ready-made charts bring legends and tool bars that would not fit into a screen's share of script.
 */
export function PlotFrame(props: PlotFrameProps) {
  const { data, formatTick, height, isStill, onBucket, xAxis, highlight, series, children } = props;
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const count = data.buckets.length;
  const step = Math.ceil(count / (isPhone ? 4 : 8));
  const axis = {
    ...xAxis,
    // Labels repeat, as hours do over midnight: each is a thing of its own.
    data: data.buckets.map(({ label }) => ({ label })),
    valueFormatter: (bucket: { label: string }) => bucket.label,
    height: 28,
    // Counted back from the last, which is today, at even distances.
    tickLabelInterval: (_bucket: unknown, place: number) => (count - 1 - place) % step === 0,
  };
  return (
    <ChartsContainer
      height={height}
      skipAnimation={isStill}
      margin={{ left: 0, right: 24, top: 12, bottom: 0 }}
      xAxis={[axis as XAxis]}
      yAxis={[{ valueFormatter: formatTick, width: 56, tickNumber: 4 }]}
      series={series}
      sx={{
        '& .MuiChartsGrid-line': { strokeDasharray: '2 4' },
        '& .MuiBarChart-element': {
          stroke: 'var(--mui-palette-background-paper)',
          strokeWidth: 1,
          cursor: onBucket ? 'pointer' : 'auto',
        },
      }}
    >
      <ChartsGrid horizontal />
      {children}
      <ChartsAxisHighlight x={highlight} />
      <ChartsXAxis disableTicks />
      <ChartsYAxis disableTicks disableLine />
      <ChartsTooltip trigger="axis" />
    </ChartsContainer>
  );
}
