import Box from '@mui/material/Box';
import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  label: string;
  sizePx?: number;
}

/** A text as a picture for a phone's camera. Dark on white in both themes: many readers need that. */
export function QrCode({ text, label, sizePx = 200 }: QrCodeProps) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: sizePx, maxWidth: '100%', bgcolor: '#fff', borderRadius: '8px' }}
    >
      <path d={squares.join('')} fill="#000" />
    </Box>
  );
}
