import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { gatewayKindOf, type OrderView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../ui/overlay/side-drawer.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { orderQuery, useAskGateway } from './order-api.ts';
import { OrderDetail } from './order-detail.tsx';
import { RefundForm, type StartedRefund } from './refund-form.tsx';
import { type OrderRefund, SettleRefundForm } from './settle-refund-form.tsx';

interface OrderDrawerProps {
  id: number;
  onClose: () => void;
}

/** Money of an order that can still be paid back. */
const canRefund = ({ state, gateway_type, order_amount, refunded_amount }: OrderView): boolean =>
  (state === 'credited' || state === 'refunded') &&
  refunded_amount < order_amount &&
  gatewayKindOf(gateway_type)?.hasRefund === true;

/** Everything about one order, for the question "I have paid, where is my money?". */
export function OrderDrawer({ id, onClose }: OrderDrawerProps) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const asked = useQuery(orderQuery(id));
  const ask = useAskGateway(id);
  const [refunding, setRefunding] = useState<{ started?: StartedRefund }>();
  const [settling, setSettling] = useState<OrderRefund>();
  const order = asked.data;

  const askNow = () =>
    ask.mutate(undefined, {
      onSuccess: ({ state }) => showToast('info', t('gatewayAsked', { state: t(`state_${state}`) })),
    });

  return (
    <SideDrawer
      isOpen
      title={
        order
          ? t('orderTitle', { amount: formats.money(order.amount, 'USD'), name: order.username })
          : t('order')
      }
      onClose={onClose}
      footer={
        order ? (
          <>
            {canRefund(order) ? (
              <Button variant="outlined" onClick={() => setRefunding({})}>
                {t('refundMenu')}
              </Button>
            ) : null}
            <Button variant="contained" loading={ask.isPending} onClick={askNow}>
              {t('askGateway')}
            </Button>
          </>
        ) : null
      }
    >
      {order ? (
        <OrderDetail
          order={order}
          onSendAgain={(started) => setRefunding({ started })}
          onSettle={setSettling}
        />
      ) : null}
      {asked.isPending ? <Skeleton variant="rounded" height={240} /> : null}
      {order === undefined && asked.isError ? (
        <ErrorState error={asked.error} onRetry={() => asked.refetch()} />
      ) : null}
      {order && settling ? (
        <SettleRefundForm order={order} refund={settling} onClose={() => setSettling(undefined)} />
      ) : null}
      {order && refunding ? (
        <RefundForm order={order} started={refunding.started} onClose={() => setRefunding(undefined)} />
      ) : null}
    </SideDrawer>
  );
}
