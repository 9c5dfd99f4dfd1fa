import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spaceAfter } from '../../i18n/close-up.ts';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import type { PriceDifference } from './price-comparison.ts';
import { useTakePrices } from './price-list-api.ts';

/** More changes than these are not made by one press. */
const UNASKED = 20;

/** Takes the chosen prices of a list, and nothing else. */
export function TakePrices({ chosen, onTaken }: { chosen: PriceDifference[]; onTaken: () => void }) {
  const { t } = useTranslation('pricing');
  const take = useTakePrices();
  const [isAsking, setAsking] = useState(false);
  const changing = chosen.filter(({ current }) => current !== undefined).length;
  const label = t('takePrices', { count: chosen.length });
  const run = () =>
    take.mutate(
      chosen.map(({ listed }) => ({ ...listed, locked: false })),
      {
        onSuccess: ({ added, changed, locked }) => {
          const taken = t('pricesTaken', { added, changed });
          if (locked > 0) showToast('warning', spaceAfter(taken) + t('stayedLocked', { count: locked }));
          else showToast('success', taken);
          onTaken();
        },
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Button
        variant="contained"
        disabled={chosen.length === 0}
        loading={take.isPending}
        onClick={changing > UNASKED ? () => setAsking(true) : run}
      >
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('takeTitle', { count: changing })}
        confirmLabel={label}
        isBusy={take.isPending}
        onClose={() => setAsking(false)}
        onConfirm={run}
      >
        {t('takeHint')}
      </ConfirmDialog>
    </>
  );
}
