import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** One sum of the site; placeholders until it is loaded. */
export function TotalCard({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) {
  return (
    <Card sx={{ p: { xs: 3, sm: 5 } }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="div"
        className="tabular"
        sx={{ fontSize: { xs: '1.25rem', sm: '1.75rem' }, fontWeight: 600, lineHeight: 1.3 }}
      >
        {value ?? <Skeleton width={110} />}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="div">
        {note ?? <Skeleton width={150} />}
      </Typography>
    </Card>
  );
}
