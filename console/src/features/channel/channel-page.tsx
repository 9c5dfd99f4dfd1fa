import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ChannelRow } from '@turnpike/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { HelpButton } from '../../ui/action/help-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { lazyForm, lazyPart } from '../../ui/loading/lazy-part.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { channelExportHref, channelFilter, channelPageQuery, KEYS_PREFIX } from './channel-api.ts';
import { useAllBalances } from './channel-balance/use-all-balances.tsx';
import { useChannelColumns } from './channel-columns.tsx';
import { ChannelFilters, isFiltered, noFilter } from './channel-filters.tsx';
import { useChannelSelection } from './channel-selection.tsx';
import { rowKeyOf, TAG_PREFIX, useTagRows } from './channel-tag/use-tag-rows.ts';

const ChannelForm = lazyForm(() => import('./channel-form.tsx'));
const ChannelKeys = lazyPart(() => import('./channel-key/channel-keys.tsx'));
const parts = () => import('./rare-list-parts.tsx');
const TestAll = lazyPart(async () => ({ default: (await parts()).TestAll }));
const DeleteDisabled = lazyPart(async () => ({ default: (await parts()).DeleteDisabled }));

export default function ChannelPage() {
  const { t } = useTranslation('channel');
  const [filter, setFilter] = useListFilter('channel', channelFilter);
  const channels = useQuery(channelPageQuery(filter));

  const open = (id: string) => setFilter({ page: filter.page, open: id });
  const close = () => setFilter({ page: filter.page, open: undefined });
  const { rows: tags, query } = useTagRows(channels);
  const openTag = (tag: string) => open(`${TAG_PREFIX}${tag}`);
  const columns = useChannelColumns({
    onEdit: (channel) => open(String(channel.id)),
    onEditTag: openTag,
    onKeys: (channel) => open(`${KEYS_PREFIX}${channel.id}`),
    tags,
  });
  const { selection, form } = useChannelSelection();
  const createButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => open('new')}>
      {t('create')}
    </Button>
  );

  const balances = useAllBalances();
  const [asking, setAsking] = useState<'tests' | 'deletion'>();
  const stopAsking = () => setAsking(undefined);
  const isEmpty = channels.data?.total_count === 0 && !isFiltered(filter);

  return (
    <Screen
      title={t('title')}
      purpose={t('purpose')}
      help={
        <HelpButton>
          <Typography component="div" sx={{ display: 'grid', gap: 2 }}>
            <span>{t('helpPriority')}</span>
            <span>{t('helpWeight')}</span>
            <span>{t('helpRetry')}</span>
          </Typography>
        </HelpButton>
      }
      // Where there is none yet, the list itself offers it.
      actions={
        isEmpty ? undefined : (
          <>
            {createButton}
            <ActionMenu
              label={t('listActions')}
              actions={[
                { label: t('testAll'), onSelect: () => setAsking('tests') },
                { label: t('updateBalances'), onSelect: balances.start },
                { label: t('deleteDisabled'), isDestructive: true, onSelect: () => setAsking('deletion') },
              ]}
            />
          </>
        )
      }
    >
      <DataTable<ChannelRow, typeof filter>
        name="channel"
        label={t('title')}
        query={query}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={rowKeyOf}
        onRowOpen={(row) => open(String(rowKeyOf(row)))}
        isRowOpen={(row) => filter.open === String(rowKeyOf(row))}
        filters={<ChannelFilters filter={filter} onChange={setFilter} />}
        selection={selection}
        exportHref={channelExportHref(filter)}
        empty={
          isEmpty ? (
            <EmptyState title={t('empty')} action={createButton}>
              {t('emptyHint')}
            </EmptyState>
          ) : (
            <EmptyState kind="unmatched" title={t('nothingFound')} onClear={() => setFilter(noFilter)} />
          )
        }
      />
      {form}
      {balances.dialog}
      <Suspense>
        {asking === 'tests' ? <TestAll onClose={stopAsking} /> : null}
        {asking === 'deletion' ? <DeleteDisabled onClose={stopAsking} /> : null}
      </Suspense>
      {filter.open === undefined ? null : (
        <Suspense>
          {filter.open.startsWith(KEYS_PREFIX) ? (
            <ChannelKeys id={Number(filter.open.slice(KEYS_PREFIX.length))} onClose={close} />
          ) : (
            <ChannelForm key={filter.open} id={filter.open} onClose={close} />
          )}
        </Suspense>
      )}
    </Screen>
  );
}
