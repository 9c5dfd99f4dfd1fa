import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ChannelKeyView, Page } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListFilter } from '../../../ui/data-table/list-filter.ts';
import { pageOfRows } from '../../../ui/data-table/page-of-rows.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { channels } from '../channel-api.ts';
import { AddKeysForm } from './add-keys-form.tsx';
import { channelKeysQuery, keyName } from './channel-key-api.ts';
import { useKeyColumns } from './channel-key-columns.tsx';
import { useKeySelection } from './channel-key-selection.ts';

const firstPage = { page: 1, size: 30, order: 'id' };

/** The keys of a channel: what each was used for, its state and limits. */
export function ChannelKeys({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['channel-key', 'channel', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const channel = useQuery(channels.oneQuery(id)).data;
  const keys = useQuery(channelKeysQuery(id));
  const [filter, setFilter] = useState(firstPage);
  const [isAdding, setAdding] = useState(false);
  const addButton = (
    <Button startIcon={<AddIcon />} disabled={channel === undefined} onClick={() => setAdding(true)}>
      {t('addKeys')}
    </Button>
  );
  const data = keys.data && pageOfRows(keys.data, filter, orders);
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="lg" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('keysTitle', { name: channel?.name ?? `#${id}` })}</DialogTitle>
      <DialogContent sx={{ px: { xs: 2, sm: 5 } }}>
        <DataTable<ChannelKeyView, ListFilter>
          name="channel-keys"
          label={t('channel:keys')}
          query={{ ...keys, data } as UseQueryResult<Page<ChannelKeyView>>}
          filter={filter}
          onFilterChange={(change) => setFilter({ ...filter, ...firstPageOf(change), ...change })}
          columns={useKeyColumns(id)}
          rowKey={(key) => key.id}
          filters={addButton}
          selection={{ nameOf: keyName, actions: useKeySelection(id) }}
          empty={
            <EmptyState kind="key" title={t('keysEmpty')}>
              {t('keysEmptyHint')}
            </EmptyState>
          }
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui:close')}</Button>
      </DialogActions>
      {isAdding && channel ? <AddKeysForm channel={channel} onClose={() => setAdding(false)} /> : null}
    </Dialog>
  );
}

/** Another order or size begins at the beginning. */
const firstPageOf = ({ page = 1 }: ListFilter) => ({ page });

/** Sort orders of the list. */
const orders = {
  id: (key: ChannelKeyView) => key.id,
  status: (key: ChannelKeyView) => key.status,
  calls: (key: ChannelKeyView) => key.calls,
  failed_calls: (key: ChannelKeyView) => key.failed_calls,
  used_quota: (key: ChannelKeyView) => key.used_quota,
  last_used_time: (key: ChannelKeyView) => key.last_used_time,
};
