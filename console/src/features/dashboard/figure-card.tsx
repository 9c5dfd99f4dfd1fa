import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** One number, what it counts, and over what. */
export function FigureCard({ label, value, note }: { label: string; value: ReactNode; note: string }) {
  return (
    <Card sx={{ p: 5 }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography className="tabular" sx={{ fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.3 }}>
        {value}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {note}
      </Typography>
    </Card>
  );
}
