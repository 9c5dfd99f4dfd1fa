import Box from '@mui/material/Box';
import { type LogView, logType } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokenName } from '../../api/token-name.ts';
import { useGroupName } from '../../api/user-group.ts';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { ModelLabel } from '../../ui/owner-mark/model-label.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { AttemptMark } from './attempt-mark.tsx';
import { isBalanceChange } from './balance-change.ts';
import { CachedMark } from './cached-mark.tsx';
import { CallEnd } from './call-end.tsx';
import { CallTimes } from './call-times.tsx';
import { TokenCounts } from './token-counts.tsx';
import { useNoteText } from './use-note-text.ts';

const isCall = (row: LogView): boolean => row.type === logType.consume;

export function useLogColumns(isAdmin: boolean): DataTableColumn<LogView>[] {
  const { t } = useTranslation('log');
  const tokenName = useTokenName();
  const noteText = useNoteText();
  const groupName = useGroupName();
  return useMemo(() => {
    const columns: (DataTableColumn<LogView> & { isForAdmins?: boolean })[] = [
      {
        field: 'created_at',
        header: t('time'),
        cell: (row) => {
          const time = <TimeText epochSeconds={row.created_at} />;
          return row.request_id === '' ? time : <OpenLink id={row.request_id}>{time}</OpenLink>;
        },
      },
      {
        field: 'model_name',
        header: t('model'),
        // Readers without the columns of administrators have room for who changed a balance, and why.
        maxWidth: isAdmin ? 260 : 420,
        cell: (row) =>
          isCall(row) ? (
            <Box component="span" sx={{ fontWeight: 500 }}>
              <ModelLabel model={row.model_name} />
            </Box>
          ) : (
            <span>{noteText(row)}</span>
          ),
      },
      {
        field: 'token_name',
        header: t('key'),
        maxWidth: 160,
        importance: 'low',
        cell: (row) => tokenName(row.token_name),
      },
      { field: 'username', header: t('user'), maxWidth: 140, isForAdmins: true, importance: 'low' },
      {
        id: 'channel',
        header: t('channel'),
        maxWidth: 160,
        isForAdmins: true,
        importance: 'low',
        cell: (row) => row.channel?.name ?? (row.channel_id === 0 ? '' : `#${row.channel_id}`),
      },
      {
        id: 'tokens',
        importance: 'medium',
        header: t('tokens'),
        align: 'right',
        cell: (row) => (isCall(row) ? <TokenCounts row={row} /> : null),
      },
      {
        field: 'request_time',
        header: t('durationFirst'),
        align: 'right',
        importance: 'low',
        cell: (row) => (isCall(row) ? <CallTimes row={row} /> : null),
      },
      {
        field: 'quota',
        header: t('cost'),
        align: 'right',
        cell: (row) =>
          isCall(row) || row.quota !== 0 ? (
            <QuotaText
              points={row.quota}
              isPrecise={isCall(row) && row.quota !== 0}
              isSigned={isBalanceChange(row)}
            />
          ) : null,
      },
      {
        id: 'end',
        header: t('end'),
        cell: (row) =>
          isCall(row) ? (
            <>
              <CallEnd row={row} />
              <AttemptMark row={row} />
              {row.metadata?.cached === undefined ? null : <CachedMark />}
            </>
          ) : null,
      },
      {
        id: 'group',
        header: t('group'),
        maxWidth: 140,
        isHiddenAtFirst: true,
        cell: ({ metadata }) => groupName(metadata?.group_name ?? ''),
      },
      { field: 'source_ip', header: t('address'), isHiddenAtFirst: true },
    ];
    return columns.filter((column) => isAdmin || !column.isForAdmins);
  }, [t, tokenName, noteText, groupName, isAdmin]);
}
