import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface SampleProps {
  /** The part, and the state it is in. */
  name: string;
  /** Takes the whole width. */
  isWide?: boolean;
  children: ReactNode;
}

export function Sample({ name, isWide = false, children }: SampleProps) {
  return (
    <Box sx={{ minWidth: 0, gridColumn: isWide ? '1 / -1' : 'auto' }}>
      <Typography variant="caption" component="p" lang="en" color="textSecondary" sx={{ mb: 1 }}>
        {name}
      </Typography>
      {children}
    </Box>
  );
}

/** Small parts next to each other. */
export function SampleRow({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>{children}</Box>;
}
