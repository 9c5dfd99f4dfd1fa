import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface ProfileRowProps {
  /** Stands in front. */
  mark?: ReactNode;
  name: string;
  /** Shown where the pointer rests on the name. */
  nameTip?: string;
  /** Facts, below the name. */
  facts: ReactNode;
  /** Marks and buttons, at the right. */
  children: ReactNode;
}

/** One of the things that a card of the profile lists, such as a device or a passkey. */
export function ProfileRow({ mark, name, nameTip, facts, children }: ProfileRowProps) {
  return (
    <Box
      component="li"
      sx={{
        ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, py: 2 },
        ...{ borderTop: 1, borderColor: 'divider', '&:last-child': { pb: 0 } },
      }}
    >
      {mark}
      <Box sx={{ flex: '1 1 130px', minWidth: 0 }}>
        <Typography title={nameTip} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {facts}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
