import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OwnOrderView, Page } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { ListState } from '../../ui/list/use-list-page.ts';
import { filterText, pageFilter } from '../../ui/list/use-url-filter.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useOrderColumns } from './order-columns.tsx';

/** `open` is the order whose payment dialog is open. */
export const orderFilter = pageFilter.extend({ open: filterText() });

interface OrderListProps {
  list: ListState<z.output<typeof orderFilter>>;
  query: UseQueryResult<Page<OwnOrderView>>;
}

export function OrderList({ list, query }: OrderListProps) {
  const { t } = useTranslation('topup');
  return (
    <DataTable
      name={list.name}
      label={t('ordersTitle')}
      query={query}
      filter={list.filter}
      onFilterChange={list.setFilter}
      filters={
        <Typography variant="h2" sx={{ px: 3, lineHeight: '36px' }}>
          {t('ordersTitle')}
        </Typography>
      }
      columns={useOrderColumns(list.open)}
      rowKey={(row) => row.id}
      empty={<EmptyState title={t('ordersEmpty')}>{t('ordersEmptyHint')}</EmptyState>}
    />
  );
}
