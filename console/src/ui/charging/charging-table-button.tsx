import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChargingTable } from './charging-table.tsx';

/** Opens the table that says who pays what for. */
export function ChargingTableButton() {
  const { t } = useTranslation('charging');
  const [isOpen, setOpen] = useState(false);
  const wasOpened = useRef(false);
  wasOpened.current ||= isOpen;
  return (
    <>
      <Button variant="text" size="small" onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      {wasOpened.current ? <ChargingTable isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
