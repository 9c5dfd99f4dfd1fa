import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'look' | 'broken' | 'quiet';

const colours: Record<Tone, string> = {
  good: 'success.main',
  look: 'warning.main',
  broken: 'error.main',
  quiet: 'text.secondary',
};

/** A dot with a word: the colour never stands alone. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Box
      component="span"
      className="status-dot"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 8,
          height: 8,
          borderRadius: '50%',
          flex: 'none',
          bgcolor: colours[tone],
          opacity: tone === 'quiet' ? 0.5 : 1,
        }}
      />
      {children}
    </Box>
  );
}
