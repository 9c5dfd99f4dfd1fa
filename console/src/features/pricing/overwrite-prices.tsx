import Button from '@mui/material/Button';
import type { Price } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import type { PriceComparison } from './price-comparison.ts';
import { useOverwritePrices } from './price-list-api.ts';

interface OverwritePricesProps {
  listed: readonly Price[];
  counts: PriceComparison['counts'];
  onDone: () => void;
}

/** Makes the prices in use those of the list; only locked ones stay. Always asks: it removes prices. */
export function OverwritePrices({ listed, counts, onDone }: OverwritePricesProps) {
  const { t } = useTranslation('pricing');
  const overwrite = useOverwritePrices();
  const [isAsking, setAsking] = useState(false);
  const run = () =>
    overwrite.mutate(
      listed.map((price) => ({ ...price, locked: false })),
      {
        onSuccess: ({ added, changed, removed }) => {
          showToast('success', t('pricesOverwritten', { added, changed, removed }));
          onDone();
        },
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {t('overwriteAll')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('overwriteTitle')}
        confirmLabel={t('overwriteAll')}
        isBusy={overwrite.isPending}
        onClose={() => setAsking(false)}
        onConfirm={run}
      >
        {t('overwriteHint', {
          added: counts.new,
          changed: counts.changed - counts.locked,
          removed: counts.removable,
        })}
      </ConfirmDialog>
    </>
  );
}
