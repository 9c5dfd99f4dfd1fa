import type { InvoiceView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { TextLink } from '../../ui/action/text-link.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { invoiceAddress, monthOf } from './invoice-api.ts';
import { InvoiceStatusText } from './invoice-status.tsx';

/** @param addressOf where the invoice of a row is shown */
export function useInvoiceColumns<Row extends InvoiceView>(
  addressOf: (row: Row) => string = invoiceAddress,
): DataTableColumn<Row>[] {
  const { t } = useTranslation('invoice');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        field: 'date',
        header: t('month'),
        isSortable: true,
        cell: (row) => <TextLink to={addressOf(row)}>{monthOf(row.date)}</TextLink>,
      },
      { field: 'name', header: t('number'), importance: 'medium' },
      { field: 'status', header: t('status'), cell: (row) => <InvoiceStatusText invoice={row} /> },
      {
        field: 'quota',
        header: t('quota'),
        align: 'right',
        isSortable: true,
        cell: (row) => <QuotaText points={row.quota} isPrecise />,
      },
      {
        id: 'tokens',
        header: t('tokens'),
        align: 'right',
        cell: (row) => `${formats.compact(row.prompt_tokens)} / ${formats.compact(row.completion_tokens)}`,
      },
      {
        field: 'request_count',
        header: t('requests'),
        align: 'right',
        isSortable: true,
        importance: 'high',
        cell: (row) => formats.number(row.request_count),
      },
      {
        field: 'request_time',
        header: t('requestTime'),
        align: 'right',
        isSortable: true,
        importance: 'medium',
        cell: (row) => formats.fixed(row.request_time / 1000, 3),
      },
      {
        id: 'view',
        header: t('view'),
        isHeaderHidden: true,
        align: 'right',
        cell: (row) => (
          <ButtonLink to={addressOf(row)} size="small" aria-label={t('viewOf', { name: row.name })}>
            {t('view')}
          </ButtonLink>
        ),
      },
    ],
    [t, formats, addressOf],
  );
}
