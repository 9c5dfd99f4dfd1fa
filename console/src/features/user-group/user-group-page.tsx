import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { UsedGroupView } from '@turnpike/contract';
import { Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { lazyForm } from '../../ui/loading/lazy-part.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { userGroupFilter, userGroupPageQuery } from './user-group-api.ts';
import { useUserGroupColumns } from './user-group-columns.tsx';

const UserGroupForm = lazyForm(() => import('./user-group-form.tsx'));

export default function UserGroupPage() {
  const { t } = useTranslation('user-group');
  const [filter, setFilter] = useListFilter('user-group', userGroupFilter);
  const groups = useQuery(userGroupPageQuery(filter));
  const { page } = filter;
  const open = useCallback((id: string | undefined) => setFilter({ page, open: id }), [setFilter, page]);
  const columns = useUserGroupColumns(useCallback((group) => open(String(group.id)), [open]));

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
      <DataTable<UsedGroupView, typeof filter>
        name="user-group"
        label={t('title')}
        query={groups}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={(group) => group.id}
        onRowOpen={(group) => open(String(group.id))}
        filters={
          <FilterBar
            search={
              <SearchField
                label={t('search')}
                value={filter.keyword ?? ''}
                onChange={(keyword) => setFilter({ keyword })}
              />
            }
          />
        }
        empty={<EmptyState kind="unmatched" title={t('nothingFound', { keyword: filter.keyword ?? '' })} />}
      />
      <Suspense>
        {filter.open === undefined ? null : (
          <UserGroupForm key={filter.open} id={filter.open} onClose={() => open(undefined)} />
        )}
      </Suspense>
    </Screen>
  );
}
