import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../ui/overlay/side-drawer.tsx';
import type { PriceUnit } from '../../../ui/price/price-unit.ts';
import { PlannedPrices } from './planned-prices.tsx';
import { PriceChanges } from './price-changes.tsx';
import { PriceVersions } from './price-versions.tsx';

interface PriceHistoryProps {
  /** Undefined: of all. */
  model: string | undefined;
  unit: PriceUnit;
  onClose: () => void;
}

/** Past and planned prices: of one model, or of all by changes. */
export function PriceHistory({ model, unit, onClose }: PriceHistoryProps) {
  const { t } = useTranslation('price-change');
  return (
    <SideDrawer
      isOpen
      title={model === undefined ? t('historyTitle') : t('historyOf', { model })}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
        {model === undefined ? (
          <>
            <PlannedPrices unit={unit} />
            <PriceChanges unit={unit} />
          </>
        ) : (
          <PriceVersions of={{ model }} unit={unit} />
        )}
      </Box>
    </SideDrawer>
  );
}
