import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { QuotaText } from './quota-text.tsx';

/** The balance of an account; marked in colour and words where it is below the site's `QuotaRemindThreshold`. */
export function BalanceText({ points }: { points: number }) {
  const { t } = useTranslation('ui');
  const { remindBelow } = useSite();
  if (points >= remindBelow) return <QuotaText points={points} />;
  const isSpent = points <= 0;
  return (
    <Box
      component="span"
      sx={{
        color: isSpent ? 'error.main' : 'warning.main',
        display: 'inline-flex',
        flexWrap: 'wrap',
        columnGap: 1,
      }}
    >
      <QuotaText points={points} />
      <Box component="span" sx={{ fontSize: '0.75rem', fontWeight: 400, alignSelf: 'center' }}>
        {isSpent ? t('balanceSpent') : t('balanceLow')}
      </Box>
    </Box>
  );
}
