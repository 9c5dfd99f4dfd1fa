import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface FigureCardProps {
  label: string;
  value: ReactNode;
  /** Over what it counts, or what it is compared with. */
  note: ReactNode;
  /** Its run, at the right. */
  aside?: ReactNode;
}

/** One number, what it counts, and over what. */
export function FigureCard({ label, value, note, aside }: FigureCardProps) {
  return (
    <Card sx={{ p: { xs: 4, sm: 5 }, minWidth: 0 }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography
          component="div"
          className="tabular"
          sx={{
            fontSize: { xs: '1.375rem', sm: '1.75rem' },
            fontWeight: 600,
            lineHeight: 1.4,
            whiteSpace: 'nowrap',
          }}
        >
          {value}
        </Typography>
        <Box sx={{ display: { xs: 'none', sm: 'block' }, flex: '0 1 100px', minWidth: 0 }}>{aside}</Box>
      </Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {note}
      </Typography>
    </Card>
  );
}
