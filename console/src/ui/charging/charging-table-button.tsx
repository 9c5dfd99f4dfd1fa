import Button from '@mui/material/Button';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../loading/lazy-part.ts';

const ChargingTable = lazyDialog(() => import('./charging-table.tsx'));

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
      {wasOpened.current ? (
        <Suspense>
          <ChargingTable isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
