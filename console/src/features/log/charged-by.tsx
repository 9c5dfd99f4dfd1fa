import Box from '@mui/material/Box';
import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ChargingTableButton } from '../../ui/charging/charging-table-button.tsx';

/** By which rule a call was charged, with all rules behind it. */
export function ChargedBy({ row }: { row: LogView }) {
  const { t } = useTranslation('charging');
  const rule = row.metadata?.charged_by;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      {rule === undefined ? null : <span>{t(`rule_${rule}`)}</span>}
      <ChargingTableButton />
    </Box>
  );
}
