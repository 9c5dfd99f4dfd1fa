import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import type { SharedPriceRow } from './price-list.ts';
import { useDeletePrices, useLockPrices } from './pricing-api.ts';

interface PricingActionsProps {
  row: SharedPriceRow;
  onOpen: (open: string) => void;
}

export function PricingActions({ row, onOpen }: PricingActionsProps) {
  const { t } = useTranslation(['pricing', 'price-change', 'ui']);
  const remove = useDeletePrices();
  const lock = useLockPrices();
  const [isAsking, setAsking] = useState(false);
  const { model, models, price } = row;
  return (
    <>
      <ActionMenu
        label={t('ui:actionsFor', { name: model })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onOpen(model) },
          { label: t('price-change:history'), onSelect: () => onOpen(`history:${model}`) },
          { label: t('copyPrice'), onSelect: () => onOpen(`copy:${model}`) },
          {
            label: price.locked ? t('unlockPrices') : t('lockPrices'),
            onSelect: () => lock.mutate({ models, locked: !price.locked }),
          },
          { label: t('ui:delete'), isDestructive: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={
          models.length === 1 ? t('deleteTitle', { model }) : t('deleteManyTitle', { count: models.length })
        }
        confirmLabel={t('deletePrice')}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(models, { onSettled: () => setAsking(false) })}
      >
        {t('deleteHint')}
      </ConfirmDialog>
    </>
  );
}
