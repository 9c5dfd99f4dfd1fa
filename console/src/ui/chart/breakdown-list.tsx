import Box from '@mui/material/Box';
import { useId, useMemo } from 'react';
import { TextLink } from '../action/text-link.tsx';
import type { ChartSeries } from './chart-data.ts';
import { ChartDefs, fillOf } from './chart-defs.tsx';
import { useSeriesLooks } from './series-look.ts';
import { useChartFormats } from './use-chart-formats.ts';

interface BreakdownListProps {
  label: string;
  series: readonly ChartSeries[];
  format: (value: number) => string;
  linkOf?: (series: string) => string | undefined;
}

/** Shares of a whole as bars with their numbers: lengths are compared more surely than angles. */
export function BreakdownList({ label, series, format, linkOf }: BreakdownListProps) {
  const { percent } = useChartFormats();
  const chartId = `breakdown${useId().replace(/\W/g, '')}`;
  const looks = useSeriesLooks(useMemo(() => series.map(({ name }) => name), [series]));
  const whole = series.reduce((sum, { total }) => sum + total, 0);
  return (
    <>
      <ChartDefs chartId={chartId} looks={looks} />
      <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
        {series.map((one, place) => {
          const to = one.name === '' ? undefined : linkOf?.(one.name);
          return (
            <Box component="li" key={one.name} sx={{ fontSize: '0.8125rem' }}>
              <Box sx={{ display: 'flex', gap: 3, mb: 1 }}>
                <Box
                  sx={{
                    flex: 1,
                    minWidth: 0,
                    overflow: 'hidden',
                    textOverflow: 'ellipsis',
                    whiteSpace: 'nowrap',
                  }}
                >
                  {to === undefined ? one.label : <TextLink to={to}>{one.label}</TextLink>}
                </Box>
                <Box className="tabular" sx={{ whiteSpace: 'nowrap' }}>
                  {format(one.total)}
                </Box>
                <Box className="tabular" sx={{ minWidth: 40, textAlign: 'right', color: 'text.secondary' }}>
                  {percent(one.total / whole)}
                </Box>
              </Box>
              <Box
                component="svg"
                aria-hidden
                focusable={false}
                sx={{ display: 'block', width: '100%', height: 8 }}
              >
                <rect width="100%" height={8} rx={4} style={{ fill: 'var(--mui-palette-action-selected)' }} />
                <rect
                  width={`${(one.total / whole) * 100}%`}
                  height={8}
                  rx={4}
                  style={{ fill: fillOf(chartId, looks[place]) }}
                />
              </Box>
            </Box>
          );
        })}
      </Box>
    </>
  );
}
