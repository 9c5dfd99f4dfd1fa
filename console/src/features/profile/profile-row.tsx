import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface ProfileRowProps {
  name: string;
  /** Shown where the pointer rests on the name. */
  nameTip?: string;
  /** Facts, below the name. */
  facts: ReactNode;
  /** Marks and buttons, at the right. */
  children: ReactNode;
}

/** One of the things that a card of the profile lists, such as a device or a passkey. */
export function ProfileRow({ name, nameTip, facts, children }: ProfileRowProps) {
  return (
    <Box
      component="li"
      sx={{
        ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, py: 2 },
        ...{ borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
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
