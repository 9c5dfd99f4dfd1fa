import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** The card of a page that visitors come in by: sign-in, sign-up, a new password. */
export function EntranceCard({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
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
      <Typography variant="h1" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {lead === undefined ? null : <Typography color="textSecondary">{lead}</Typography>}
      <Box sx={{ mt: 6 }}>{children}</Box>
    </Box>
  );
}
