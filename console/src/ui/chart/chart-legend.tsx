import Box from '@mui/material/Box';
import { TextLink } from '../action/text-link.tsx';
import type { ChartSeries } from './chart-data.ts';
import { fillOf } from './chart-defs.tsx';
import type { SeriesLook } from './series-look.ts';

interface ChartLegendProps {
  chartId: string;
  series: readonly ChartSeries[];
  looks: readonly SeriesLook[];
  format: (value: number) => string;
  linkOf?: ((series: string) => string | undefined) | undefined;
}

function Swatch({ chartId, look }: { chartId: string; look: SeriesLook | undefined }) {
  return (
    <svg width={12} height={12} aria-hidden focusable={false} style={{ flex: 'none', borderRadius: 3 }}>
      <rect width={12} height={12} style={{ fill: fillOf(chartId, look) }} />
    </svg>
  );
}

/** Names, looks and sums of a chart's series; a name leads to what it is made of. */
export function ChartLegend({ chartId, series, looks, format, linkOf }: ChartLegendProps) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        mt: 3,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 1,
      }}
    >
      {series.map((one, place) => {
        const to = one.name === '' ? undefined : linkOf?.(one.name);
        return (
          <Box
            component="li"
            key={one.name}
            sx={{ display: 'flex', alignItems: 'center', gap: 2, fontSize: '0.8125rem', minWidth: 0 }}
          >
            <Swatch chartId={chartId} look={looks[place]} />
            <Box
              component="span"
              sx={{
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
                '& a': { display: 'inline-block', lineHeight: '24px' },
              }}
            >
              {to === undefined ? one.label : <TextLink to={to}>{one.label}</TextLink>}
            </Box>
            <Box component="span" className="tabular" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {format(one.total)}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
