import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { OwnOrderView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { canCheck, isOpen } from './order-state.ts';
import { useCheckOrder, useCloseOrder } from './topup-api.ts';

interface OrderActionsProps {
  order: OwnOrderView;
  onOpen: (tradeNo: string) => void;
}

export function OrderActions({ order, onOpen }: OrderActionsProps) {
  const { t } = useTranslation(['topup', 'ui']);
  const formats = useFormats();
  const check = useCheckOrder();
  const close = useCloseOrder();
  const [isAsking, setAsking] = useState(false);
  if (!canCheck(order)) return null;
  const { trade_no, state } = order;
  const canClose = state === 'created' || state === 'pending';

  function ask() {
    check.mutate(trade_no, {
      onSuccess: (answer) => {
        if (isOpen(answer) || canCheck(answer)) showToast('info', t('notPaidYet'));
      },
    });
  }

  const actions: (Action | false)[] = [
    { label: t('check'), onSelect: ask, isDisabled: check.isPending },
    canClose && { label: t('closeOrder'), isDestructive: true, onSelect: () => setAsking(true) },
  ];
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
      {state === 'pending' ? (
        <Button size="small" variant="outlined" onClick={() => onOpen(trade_no)}>
          {t('resume')}
        </Button>
      ) : null}
      <ActionMenu
        label={t('ui:actionsFor', { name: t('orderName', { time: formats.time(order.created_at) }) })}
        actions={actions.filter((action) => action !== false)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('closeTitle', { amount: formats.money(order.order_amount, order.order_currency) })}
        confirmLabel={t('closeOrder')}
        isBusy={close.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          close.mutate(trade_no, {
            onSuccess: () => showToast('success', t('orderClosed')),
            onSettled: () => setAsking(false),
          })
        }
      >
        {t('closeHint')}
      </ConfirmDialog>
    </Box>
  );
}
