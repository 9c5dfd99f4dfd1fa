import Box from '@mui/material/Box';
import type { OrderView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../../theme/fonts.ts';
import { TextLink } from '../../../ui/action/text-link.tsx';
import type { DataTableColumn } from '../../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../../ui/list/open-link.tsx';
import { QuotaText } from '../../../ui/text/quota-text.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { OrderStatusText } from './order-status.tsx';

export function useOrderColumns(): DataTableColumn<OrderView>[] {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        field: 'created_at',
        header: t('time'),
        isSortable: true,
        cell: (order) => (
          <OpenLink id={order.id}>
            <TimeText epochSeconds={order.created_at} />
          </OpenLink>
        ),
      },
      {
        field: 'status',
        header: t('status'),
        isSortable: true,
        cell: (order) => <OrderStatusText order={order} />,
      },
      {
        field: 'user_id',
        header: t('user'),
        isSortable: true,
        maxWidth: 180,
        cell: (order) => <TextLink to={`/panel/user?open=${order.user_id}`}>{order.username}</TextLink>,
      },
      {
        field: 'gateway_id',
        header: t('gateway'),
        isSortable: true,
        maxWidth: 180,
        cell: (order) => order.gateway_name,
      },
      {
        field: 'amount',
        header: t('amountUsd'),
        align: 'right',
        cell: (order) => formats.number(order.amount),
      },
      {
        field: 'order_amount',
        header: t('toPay'),
        align: 'right',
        cell: (order) => formats.money(order.order_amount, order.order_currency),
      },
      {
        field: 'quota',
        header: t('credited'),
        align: 'right',
        importance: 'high',
        cell: (order) =>
          order.status === 'success' ? <QuotaText points={order.quota + order.bonus_quota} /> : '–',
      },
      {
        field: 'fee',
        header: t('fee'),
        align: 'right',
        importance: 'medium',
        cell: (order) => (order.fee === 0 ? '–' : formats.money(order.fee, order.order_currency)),
      },
      {
        field: 'discount',
        header: t('discount'),
        align: 'right',
        importance: 'medium',
        cell: (order) => (order.discount === 0 ? '–' : formats.money(order.discount, order.order_currency)),
      },
      {
        field: 'trade_no',
        header: t('tradeNo'),
        importance: 'low',
        maxWidth: 240,
        cell: (order) => <Code text={order.trade_no} />,
      },
      {
        field: 'gateway_no',
        header: t('gatewayNo'),
        importance: 'low',
        maxWidth: 240,
        cell: (order) => <Code text={order.gateway_no} />,
      },
    ],
    [t, formats],
  );
}

const Code = ({ text }: { text: string }) => (
  <Box component="span" sx={{ fontFamily: monospace, fontSize: '0.75rem' }}>
    {text}
  </Box>
);
