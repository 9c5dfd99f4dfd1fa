import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { TokenView } from '@turnpike/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { lazyDialog, lazyForm } from '../../ui/loading/lazy-part.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { tokenFilter, tokenPageQuery } from './token-api.ts';
import { useTokenColumns } from './token-columns.tsx';
import { useTokenSelection } from './token-selection.ts';

const TokenForm = lazyForm(() => import('./token-form.tsx'));
const TokenKeyDialog = lazyDialog(() => import('./token-key-dialog.tsx'));

export default function TokenPage() {
  const { t } = useTranslation('token');
  const { serverAddress } = useSite();
  const [filter, setFilter] = useListFilter('token', tokenFilter);
  const tokens = useQuery(tokenPageQuery(filter));
  const [shownKey, setShownKey] = useState<{ token: TokenView; key: string; isNew: boolean }>();
  const open = (id: string) => setFilter({ page: filter.page, open: id });
  const close = () => setFilter({ page: filter.page, open: undefined });
  const columns = useTokenColumns({
    onEdit: (token) => open(String(token.id)),
    onReveal: (token, key) => setShownKey({ token, key, isNew: false }),
  });
  const selection = useTokenSelection();
  const isEmpty = tokens.data?.total_count === 0 && !filter.keyword;
  const createButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => open('new')}>
      {t('create')}
    </Button>
  );

  return (
    <Screen
      title={t('title')}
      purpose={t('purpose', { address: `${serverAddress}/v1` })}
      // Where there is none yet, the list itself offers it.
      actions={isEmpty ? undefined : createButton}
    >
      <DataTable<TokenView, typeof filter>
        name="token"
        label={t('title')}
        query={tokens}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={(token) => token.id}
        onRowOpen={(token) => open(String(token.id))}
        selection={selection}
        filters={
          <FilterBar
            search={
              <SearchField
                label={t('searchName')}
                value={filter.keyword ?? ''}
                onChange={(keyword) => setFilter({ keyword })}
              />
            }
          />
        }
        empty={
          isEmpty ? (
            <EmptyState kind="key" title={t('empty')} action={createButton}>
              {t('emptyHint')}
            </EmptyState>
          ) : (
            <EmptyState kind="unmatched" title={t('nothingFound', { keyword: filter.keyword ?? '' })} />
          )
        }
      />
      <Suspense>
        {filter.open === undefined ? null : (
          <TokenForm
            key={filter.open}
            id={filter.open}
            onClose={close}
            onCreated={(token) => {
              setShownKey({ token, key: token.key, isNew: true });
              close();
            }}
          />
        )}
        {shownKey ? (
          <TokenKeyDialog
            name={shownKey.token.name}
            tokenKey={shownKey.key}
            limits={shownKey.token}
            isNew={shownKey.isNew}
            onClose={() => setShownKey(undefined)}
          />
        ) : null}
      </Suspense>
    </Screen>
  );
}
