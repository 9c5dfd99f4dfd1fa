import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';

const rows = [1, 2, 3, 4, 5, 6];

/** Counts and rows of a comparison that is on its way. */
export function ComparisonSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <Box role="status" aria-label={t('loading')} sx={{ display: 'grid', gap: 3 }}>
      <Skeleton variant="rounded" height={56} />
      {rows.map((row) => (
        <Skeleton key={row} variant="rounded" height={32} />
      ))}
    </Box>
  );
}
