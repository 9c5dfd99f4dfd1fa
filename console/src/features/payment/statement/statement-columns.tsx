import type { PaymentStatementView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '../../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../../ui/list/open-link.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { StatementResult } from './statement-state.tsx';

export function useStatementColumns(): DataTableColumn<PaymentStatementView>[] {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  return useMemo(() => {
    /** A dash until the statement was read. */
    const read = (show: (row: PaymentStatementView) => string) => (row: PaymentStatementView) =>
      row.state === 'done' ? show(row) : '–';
    const amount = (field: 'paid' | 'our_paid' | 'refunded' | 'our_refunded' | 'fees', header: string) => ({
      ...{ field, header, align: 'right' as const },
      cell: read((row) => formats.money(row[field], row.currency)),
    });
    return [
      {
        field: 'day',
        header: t('day'),
        isSortable: true,
        cell: (row) => <OpenLink id={row.id}>{formats.day(row.day)}</OpenLink>,
      },
      {
        field: 'gateway_id',
        header: t('gateway'),
        isSortable: true,
        maxWidth: 180,
        cell: (row) => row.gateway_name,
      },
      { field: 'state', header: t('result'), cell: (row) => <StatementResult statement={row} /> },
      {
        field: 'open_count',
        header: t('openDifferences'),
        align: 'right',
        isSortable: true,
        cell: read((row) => formats.number(row.open_count)),
      },
      amount('paid', t('paidThere')),
      amount('our_paid', t('paidHere')),
      { ...amount('refunded', t('refundedThere')), importance: 'high' },
      { ...amount('our_refunded', t('refundedHere')), importance: 'high' },
      { ...amount('fees', t('feesThere')), importance: 'low' },
      {
        field: 'lines',
        header: t('statementLines'),
        align: 'right',
        importance: 'low',
        cell: read((row) => formats.number(row.lines)),
      },
      {
        field: 'checked_at',
        header: t('checkedAt'),
        isSortable: true,
        importance: 'medium',
        cell: (row) => <TimeText epochSeconds={row.checked_at} />,
      },
    ];
  }, [t, formats]);
}
