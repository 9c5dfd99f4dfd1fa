import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export interface Detail {
  name: string;
  value: ReactNode;
}

/** Names and values one under the other; entries without a value are left out. */
export function DetailList({ entries }: { entries: readonly Detail[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(96px, max-content) minmax(0, 1fr)',
        columnGap: 4,
        rowGap: 2,
      }}
    >
      {entries.map(({ name, value }) =>
        value === undefined || value === null || value === '' ? null : (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Box>
            <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
              {value}
            </Box>
          </Box>
        ),
      )}
    </Box>
  );
}
