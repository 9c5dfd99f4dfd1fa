import GlobalStyles from '@mui/material/GlobalStyles';
import { chartColours, restColours } from '../../theme/chart-colours.ts';
import { REST_SLOT, type SeriesLook } from './series-look.ts';

const variables = (theme: 'light' | 'dark') =>
  Object.fromEntries(
    [...chartColours[theme], restColours[theme]].map((colour, slot) => [`--chart-${slot}`, colour]),
  );

const chartVariables = (
  <GlobalStyles styles={{ ':root': variables('light'), '[data-theme="dark"]': variables('dark') }} />
);

export const colourOf = (look: SeriesLook | undefined): string => `var(--chart-${look?.slot ?? REST_SLOT})`;

/** Fill of a look: its colour, or its pattern in the definitions of the same chart. */
export function fillOf(chartId: string, look: SeriesLook | undefined): string {
  if (look === undefined || look.pattern === 'plain') return colourOf(look);
  return `url(#${chartId}-${look.slot}-${look.pattern})`;
}

/** Colours and patterns that the columns and the legend of one chart are filled with. */
export function ChartDefs({ chartId, looks }: { chartId: string; looks: readonly SeriesLook[] }) {
  return (
    <>
      {chartVariables}
      <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden focusable={false}>
        <defs>
          {looks.map((look) => {
            if (look.pattern === 'plain') return null;
            const { slot, pattern } = look;
            return (
              <pattern
                key={`${slot}-${pattern}`}
                id={`${chartId}-${slot}-${pattern}`}
                width={6}
                height={6}
                patternUnits="userSpaceOnUse"
                patternTransform={pattern === 'diagonal' ? 'rotate(45)' : undefined}
              >
                <rect width={6} height={6} style={{ fill: colourOf(look) }} />
                {pattern === 'dots' ? (
                  <circle cx={3} cy={3} r={1.2} style={{ fill: 'var(--mui-palette-background-paper)' }} />
                ) : (
                  <rect
                    width={pattern === 'diagonal' ? 1.6 : 6}
                    height={pattern === 'diagonal' ? 6 : 1.4}
                    style={{ fill: 'var(--mui-palette-background-paper)', opacity: 0.5 }}
                  />
                )}
              </pattern>
            );
          })}
        </defs>
      </svg>
    </>
  );
}
