import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The card in the middle of a page that people see before they are signed in. */
export function SessionCard({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        maxWidth: 400,
        mx: 'auto',
        mt: { xs: 4, sm: 12 },
        p: { xs: 5, sm: 8 },
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
      }}
    >
      {children}
    </Box>
  );
}
