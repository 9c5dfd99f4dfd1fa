import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { YuanRateNote } from './yuan-rate-note.tsx';

/** Below a list of prices: what those in grey are. */
export function UsualPriceNote() {
  const { t } = useTranslation('price');
  return (
    <>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 3, maxWidth: '100ch' }}>
        {t('usualNote')}
      </Typography>
      <YuanRateNote />
    </>
  );
}
