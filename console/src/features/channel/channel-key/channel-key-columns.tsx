import Box from '@mui/material/Box';
import type { ChannelKeyView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import type { DataTableColumn } from '../../../ui/data-table/data-table-column.ts';
import { QuotaText } from '../../../ui/text/quota-text.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { KeyActions } from './key-actions.tsx';
import { KeyLimitCell } from './key-limit-cell.tsx';
import { KeyStatusSwitch } from './key-status-switch.tsx';

export function useKeyColumns(channelId: number): DataTableColumn<ChannelKeyView>[] {
  const { t } = useTranslation(['channel-key', 'channel', 'ui']);
  const formats = useFormats();
  return useMemo(
    () => [
      {
        field: 'id',
        header: t('channel:channelKey'),
        isSortable: true,
        cell: (key) => (
          <>
            {key.key_hint}{' '}
            <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
              #{key.id}
            </Box>
          </>
        ),
      },
      {
        field: 'status',
        header: t('channel:status'),
        isSortable: true,
        cell: (key) => <KeyStatusSwitch channelId={channelId} entry={key} />,
      },
      {
        field: 'calls',
        header: t('keyCalls'),
        align: 'right',
        isSortable: true,
        importance: 'high',
        cell: (key) => formats.number(key.calls),
      },
      {
        field: 'failed_calls',
        header: t('keyFailures'),
        align: 'right',
        isSortable: true,
        cell: (key) => formats.number(key.failed_calls),
      },
      {
        field: 'last_error',
        header: t('keyLastError'),
        maxWidth: 220,
        cell: (key) =>
          key.last_error === '' ? null : (
            <>
              <TimeText epochSeconds={key.last_error_time} /> · {codeText(key.last_error)}
            </>
          ),
      },
      {
        field: 'used_quota',
        header: t('channel:used'),
        align: 'right',
        isSortable: true,
        importance: 'medium',
        cell: (key) => <QuotaText points={key.used_quota} />,
      },
      {
        field: 'last_used_time',
        header: t('keyLastUsed'),
        isSortable: true,
        importance: 'low',
        cell: (key) =>
          key.last_used_time === 0 ? t('keyUnused') : <TimeText epochSeconds={key.last_used_time} />,
      },
      ...limits.map(
        ([field, text]): DataTableColumn<ChannelKeyView> => ({
          field,
          header: t(text),
          align: 'right',
          importance: 'high',
          cell: (key) => <KeyLimitCell channelId={channelId} entry={key} field={field} header={t(text)} />,
        }),
      ),
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (key) => <KeyActions channelId={channelId} entry={key} />,
      },
    ],
    [t, formats, channelId],
  );
}

const limits = [
  ['requests_per_minute', 'keyRequests'],
  ['tokens_per_minute', 'keyTokens'],
  ['parallel_calls', 'keyParallel'],
] as const;
