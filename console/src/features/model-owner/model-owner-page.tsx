import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ModelOwnerView } from '@turnpike/contract';
import { Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { useUrlFilter } from '../../ui/list/use-url-filter.ts';
import { lazyForm } from '../../ui/loading/lazy-part.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { type ModelOwnerFilter, modelOwnerFilter, modelOwnersQuery } from './model-owner-api.ts';
import { useModelOwnerColumns } from './model-owner-columns.tsx';

const ModelOwnerForm = lazyForm(() => import('./model-owner-form.tsx'));

export default function ModelOwnerPage() {
  const { t } = useTranslation('model-owner');
  const [filter, setFilter] = useUrlFilter(modelOwnerFilter);
  const owners = useQuery(modelOwnersQuery(filter.keyword));
  const open = useCallback((id: string | undefined) => setFilter({ open: id }), [setFilter]);
  const columns = useModelOwnerColumns(useCallback((owner) => open(String(owner.id)), [open]));

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
      <DataTable<ModelOwnerView, Pick<ModelOwnerFilter, never>>
        name="model-owner"
        label={t('title')}
        query={owners}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={(owner) => owner.id}
        onRowOpen={(owner) => open(String(owner.id))}
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
          <ModelOwnerForm key={filter.open} id={filter.open} onClose={() => open(undefined)} />
        )}
      </Suspense>
    </Screen>
  );
}
