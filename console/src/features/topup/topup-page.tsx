import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { BalanceCard } from './balance-card.tsx';
import { RedeemCard } from './redeem-card.tsx';

const column = { display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 };

/** Adds to the own balance: online, by a code, or on another page. */
export default function TopUpPage() {
  const { t } = useTranslation('topup');
  const self = useSelf();
  if (self === null) return null;
  return (
    <Screen title={t('title')} purpose={t('purpose')}>
      <Box sx={column}>
        <BalanceCard self={self} />
        <RedeemCard />
      </Box>
    </Screen>
  );
}
