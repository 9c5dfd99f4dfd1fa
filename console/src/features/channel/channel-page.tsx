import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { HelpButton } from '../../ui/action/help-button.tsx';
import { ExplainButton } from '../../ui/explain/explain-button.tsx';
import type { OpenFormProps } from '../../ui/form/entity-form.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import {
  BUDGETS_PREFIX,
  channelExportHref,
  channelFilter,
  channelPageQuery,
  KEYS_PREFIX,
} from './channel-api.ts';
import { useAllBalances } from './channel-balance/use-all-balances.tsx';
import { ChannelBudgets } from './channel-budgets.tsx';
import { useChannelColumns } from './channel-columns.tsx';
import { ChannelFilters } from './channel-filters.tsx';
import { ChannelForm } from './channel-form.tsx';
import { channelHealthQuery, channelIds, type HealthOf } from './channel-health/channel-health-api.ts';
import { ChannelKeys } from './channel-key/channel-keys.tsx';
import { useChannelSelection } from './channel-selection.tsx';
import { rowKeyOf, useTagRows } from './channel-tag/use-tag-rows.ts';
import { TestAll } from './channel-test/test-all.tsx';
import { TestSchedule } from './channel-test/test-schedule.tsx';
import { DeleteDisabled } from './delete-disabled.tsx';

const NO_HEALTH: HealthOf = new Map();

export default function ChannelPage() {
  const { t } = useTranslation('channel');
  const list = useListPage('channel', channelFilter);
  const { rows: tags, query } = useTagRows(useQuery(channelPageQuery(list.filter)));
  const health = useQuery(channelHealthQuery(channelIds(query.data?.data ?? []))).data ?? NO_HEALTH;
  const { selection, form } = useChannelSelection(list.filter.models);
  const balances = useAllBalances();
  const [asking, setAsking] = useState<'tests' | 'deletion'>();
  const stopAsking = () => setAsking(undefined);
  return (
    <ListPage
      list={list}
      query={query}
      columns={useChannelColumns({ onOpen: list.open, tags, health })}
      rowKey={rowKeyOf}
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
      create={t('create')}
      actions={
        <>
          <ExplainButton label={t('explain')} start={() => ({})} />
          <ActionMenu
            label={t('listActions')}
            actions={[
              { label: t('testAll'), onSelect: () => setAsking('tests') },
              { label: t('updateBalances'), onSelect: balances.start },
              { label: t('deleteDisabled'), isDestructive: true, onSelect: () => setAsking('deletion') },
            ]}
          />
        </>
      }
      notice={<TestSchedule />}
      filters={<ChannelFilters list={list} />}
      selection={selection}
      exportHref={channelExportHref(list.filter)}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
      unmatched={{ title: t('nothingFound') }}
      form={(id) => <OpenChannel id={id} onClose={list.close} />}
    >
      {form}
      {balances.dialog}
      {asking === 'tests' ? <TestAll onClose={stopAsking} /> : null}
      {asking === 'deletion' ? <DeleteDisabled onClose={stopAsking} /> : null}
    </ListPage>
  );
}

/** The part over the list that an address names. */
function OpenChannel({ id, onClose }: OpenFormProps) {
  if (id.startsWith(KEYS_PREFIX))
    return <ChannelKeys id={Number(id.slice(KEYS_PREFIX.length))} onClose={onClose} />;
  if (id.startsWith(BUDGETS_PREFIX))
    return <ChannelBudgets id={Number(id.slice(BUDGETS_PREFIX.length))} onClose={onClose} />;
  return <ChannelForm id={id} onClose={onClose} />;
}
