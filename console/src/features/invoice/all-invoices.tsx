import { useQuery } from '@tanstack/react-query';
import { invoiceStatus, type UserInvoiceView } from '@turnpike/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { TextLink } from '../../ui/action/text-link.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { pastMonths } from '../../ui/date/past-months.ts';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { useFoundUserIds } from '../../ui/filter/found-user-names.ts';
import { NameFilter } from '../../ui/filter/name-filter.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { allInvoiceFilter, allInvoicesQuery, anyInvoiceAddress } from './invoice-api.ts';
import { useInvoiceColumns } from './invoice-columns.tsx';
import { MarkPaidForm } from './mark-paid-form.tsx';
import { RefreshButton } from './refresh-button.tsx';

const OFFERED_MONTHS = 24;

/** Invoices of all users, for administrators. */
export function AllInvoices({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['invoice', 'ui']);
  const { filter, setFilter, clear } = useListPage('invoice-all', allInvoiceFilter);
  const invoices = useQuery(allInvoicesQuery(filter));
  const [paying, setPaying] = useState<UserInvoiceView>();
  const shared = useInvoiceColumns<UserInvoiceView>(anyInvoiceAddress);
  const columns = useMemo((): DataTableColumn<UserInvoiceView>[] => {
    const [month, ...others] = shared;
    return [
      ...(month ? [month] : []),
      {
        field: 'username',
        header: t('user'),
        maxWidth: 180,
        cell: (row) => <TextLink to={`/panel/user?open=${row.user_id}`}>{row.username}</TextLink>,
      },
      ...others,
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (row) =>
          row.status === 'paid' ? null : (
            <ActionMenu
              label={t('ui:actionsFor', { name: row.name })}
              actions={[{ label: t('markPaid'), onSelect: () => setPaying(row) }]}
            />
          ),
      },
    ];
  }, [shared, t]);

  return (
    <Screen
      title={t('title')}
      purpose={t('purpose')}
      tabs={tabs}
      actions={<RefreshButton isBusy={invoices.isRefetching} />}
    >
      <DataTable<UserInvoiceView, typeof filter>
        name="invoice-all"
        label={t('title')}
        query={invoices}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={(row) => row.id}
        filters={
          <FilterBar
            // The part that stays visible on a phone.
            search={
              <ChoiceFilter
                label={t('status')}
                value={filter.status}
                choices={invoiceStatus.map((value) => ({ value, label: t(`status_${value}`) }))}
                onChange={(status) => setFilter({ status })}
              />
            }
            onClear={clear}
          >
            <ChoiceFilter
              label={t('month')}
              value={filter.month}
              choices={pastMonths(OFFERED_MONTHS).map((value) => ({ value, label: value }))}
              onChange={(month) => setFilter({ month })}
            />
            <NameFilter
              label={t('user')}
              value={filter.user_id}
              useFound={useFoundUserIds}
              onChange={(user_id) => setFilter({ user_id })}
            />
          </FilterBar>
        }
        empty={
          clear === undefined ? (
            <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>
          ) : (
            <EmptyState kind="unmatched" title={t('nothingFound')} onClear={clear} />
          )
        }
      />
      {paying ? <MarkPaidForm invoice={paying} onClose={() => setPaying(undefined)} /> : null}
    </Screen>
  );
}
