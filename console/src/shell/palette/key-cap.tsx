import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A key of the keyboard. */
export function KeyCap({ children }: { children: ReactNode }) {
  return (
    <Box
      component="kbd"
      sx={{
        display: 'inline-block',
        minWidth: 20,
        px: 1,
        textAlign: 'center',
        font: 'inherit',
        fontSize: '0.75rem',
        lineHeight: '18px',
        color: 'text.secondary',
        bgcolor: 'background.raised',
        border: 1,
        borderColor: 'divider',
        borderRadius: '4px',
      }}
    >
      {children}
    </Box>
  );
}
