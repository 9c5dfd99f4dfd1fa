import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { usePriceCurrency } from './price-currency.ts';

/** Says what rate prices in yuan are shown at; nothing while they are in dollars. */
export function YuanRateNote() {
  const { t } = useTranslation('price');
  const { currency } = usePriceCurrency();
  if (currency === 'USD') return null;
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
      {t('yuanRate')}
    </Typography>
  );
}
