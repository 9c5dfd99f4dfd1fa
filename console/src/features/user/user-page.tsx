import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { UserView } from '@turnpike/contract';
import { Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { lazyForm } from '../../ui/loading/lazy-part.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import type { OpenForm } from './user-actions.tsx';
import { userExportHref, userFilter, userPageQuery } from './user-api.ts';
import { useUserColumns } from './user-columns.tsx';
import { noFilter, UserFilters } from './user-filters.tsx';
import { useUserSelection } from './user-selection.tsx';

const OpenUser = lazyForm(() => import('./open-user.tsx'));

export default function UserPage() {
  const { t } = useTranslation('user');
  const [filter, setFilter] = useListFilter('user', userFilter);
  const users = useQuery(userPageQuery(filter));
  const { page } = filter;
  const open = useCallback(
    (id: string | undefined, form?: 'edit' | 'balance') => setFilter({ page, open: id, form }),
    [setFilter, page],
  );
  const openForm: OpenForm = useCallback((user, form) => open(String(user.id), form), [open]);
  const columns = useUserColumns(openForm);
  const { selection, form } = useUserSelection();

  return (
    <Screen
      title={t('title')}
      purpose={t('purpose')}
      actions={
        <Button variant="contained" startIcon={<AddIcon />} onClick={() => open('new')}>
          {t('create')}
        </Button>
      }
    >
      <DataTable<UserView, typeof filter>
        name="user"
        label={t('title')}
        query={users}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={(user) => user.id}
        onRowOpen={(user) => open(String(user.id))}
        isRowOpen={(user) => String(user.id) === filter.open}
        filters={<UserFilters filter={filter} onChange={setFilter} />}
        selection={selection}
        exportHref={userExportHref(filter)}
        empty={
          <EmptyState kind="unmatched" title={t('nothingFound')} onClear={() => setFilter(noFilter)}>
            {t('nothingFoundHint')}
          </EmptyState>
        }
      />
      {form}
      <Suspense>
        {filter.open === undefined ? null : (
          <OpenUser
            key={filter.open}
            id={filter.open}
            form={filter.form}
            rows={users.data?.data ?? []}
            onClose={() => open(undefined)}
            onCloseForm={() => open(filter.open)}
            onOpenForm={openForm}
          />
        )}
      </Suspense>
    </Screen>
  );
}
