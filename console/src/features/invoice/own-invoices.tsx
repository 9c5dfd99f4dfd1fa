import { useQuery } from '@tanstack/react-query';
import type { InvoiceView } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ownInvoiceFilter, ownInvoicesQuery } from './invoice-api.ts';
import { useInvoiceColumns } from './invoice-columns.tsx';
import { RefreshButton } from './refresh-button.tsx';

/** @param tabs lead to the other list, for administrators */
export function OwnInvoices({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('invoice');
  const [filter, setFilter] = useListFilter('invoice', ownInvoiceFilter);
  const invoices = useQuery(ownInvoicesQuery(filter));
  const zone = invoices.data?.data[0]?.time_zone;
  return (
    <Screen
      title={t('title')}
      purpose={zone === undefined ? t('purpose') : t('purposeZone', { zone })}
      tabs={tabs}
      actions={<RefreshButton isBusy={invoices.isRefetching} />}
    >
      <DataTable<InvoiceView, typeof filter>
        name="invoice"
        label={t('title')}
        query={invoices}
        filter={filter}
        onFilterChange={setFilter}
        columns={useInvoiceColumns<InvoiceView>()}
        rowKey={(row) => row.id}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      />
    </Screen>
  );
}
