import type { OwnOrderView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { OrderActions } from './order-actions.tsx';
import { pointsOf, stateTones } from './order-state.ts';

export function useOrderColumns(onOpen: (tradeNo: string) => void): DataTableColumn<OwnOrderView>[] {
  const { t } = useTranslation(['topup', 'ui']);
  const formats = useFormats();
  return useMemo(
    () => [
      {
        field: 'created_at',
        header: t('time'),
        isSortable: true,
        cell: (row) => <TimeText epochSeconds={row.created_at} />,
      },
      { field: 'gateway_name', header: t('way'), maxWidth: 200, importance: 'medium' },
      {
        field: 'amount',
        header: t('amount'),
        align: 'right',
        cell: (row) => formats.money(row.amount, 'USD'),
      },
      {
        field: 'order_amount',
        header: t('toPay'),
        align: 'right',
        cell: (row) => formats.money(row.order_amount, row.order_currency),
      },
      {
        field: 'quota',
        header: t('points'),
        align: 'right',
        importance: 'high',
        cell: (row) => <QuotaText points={pointsOf(row)} />,
      },
      {
        field: 'state',
        header: t('state'),
        cell: ({ state }) => <StatusDot tone={stateTones[state]}>{t(`state_${state}`)}</StatusDot>,
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (row) => <OrderActions order={row} onOpen={onOpen} />,
      },
    ],
    [t, formats, onOpen],
  );
}
