import Typography from '@mui/material/Typography';

/** Shown where a chart has nothing to draw. */
export function NothingInPeriod({ text }: { text: string }) {
  return (
    <Typography color="textSecondary" sx={{ py: 10, textAlign: 'center' }}>
      {text}
    </Typography>
  );
}
