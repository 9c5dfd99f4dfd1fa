import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormats } from './use-formats.ts';

interface QuotaTextProps {
  /** Points; 1 point is 0.000002 USD. */
  points: number;
  /** Six decimals, for single calls. */
  isPrecise?: boolean;
  /** A plus before what is added, for changes. */
  isSigned?: boolean;
  /** Shown instead of the amount. */
  isUnlimited?: boolean;
}

/** An amount as the site shows it; the exact points are in the title. */
export function QuotaText({
  points,
  isPrecise = false,
  isSigned = false,
  isUnlimited = false,
}: QuotaTextProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  if (isUnlimited) return <span>{t('unlimited')}</span>;
  return (
    <Box
      component="span"
      className="tabular"
      title={t('points', { points: formats.points(points) })}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {isSigned && points > 0 ? '+' : ''}
      {formats.quota(points, { isPrecise })}
    </Box>
  );
}
