import Box from '@mui/material/Box';

const WIDTH = 100;
const HEIGHT = 28;
const EDGE = 3;

/** The run of a few numbers next to the one that counts; said in words elsewhere. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(...values, 1e-9);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  const points = values.map((value, place) => ({
    x: EDGE + place * step,
    y: HEIGHT - EDGE - (value / highest) * (HEIGHT - 2 * EDGE),
  }));
  const last = points.at(-1);
  if (last === undefined) return null;
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden
      focusable={false}
      preserveAspectRatio="xMaxYMid"
      sx={{ display: 'block', width: '100%', height: HEIGHT, color: 'primary.main' }}
    >
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      <circle cx={last.x} cy={last.y} r={2.5} fill="currentColor" />
    </Box>
  );
}
