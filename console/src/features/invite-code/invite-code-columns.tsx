import Box from '@mui/material/Box';
import type { InviteCodeView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../../api/user-group.ts';
import { monospace } from '../../theme/fonts.ts';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { InviteCodeActions } from './invite-code-actions.tsx';
import { stateOf } from './invite-code-state.ts';

export function useInviteCodeColumns(onEdit: (id: number) => void): DataTableColumn<InviteCodeView>[] {
  const { t } = useTranslation(['invite-code', 'ui']);
  const formats = useFormats();
  const groupName = useGroupName();
  return useMemo(
    () => [
      {
        field: 'name',
        header: t('name'),
        isSortable: true,
        maxWidth: 260,
        cell: (row) => <OpenLink id={row.id}>{row.name}</OpenLink>,
      },
      {
        field: 'code',
        header: t('code'),
        isSortable: true,
        cell: ({ code }) => (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            <Box component="span" sx={{ fontFamily: monospace }}>
              {code}
            </Box>
            <CopyButton text={code} thing="invitation" label={t('copyCode', { code })} />
          </Box>
        ),
      },
      {
        id: 'state',
        header: t('state'),
        cell: (row) => {
          const state = stateOf(row, Date.now() / 1000);
          return <StatusDot tone={state === 'active' ? 'good' : 'quiet'}>{t(`state_${state}`)}</StatusDot>;
        },
      },
      {
        field: 'used_count',
        header: t('uses'),
        align: 'right',
        isSortable: true,
        cell: ({ used_count, max_uses }) =>
          max_uses === 0
            ? formats.number(used_count)
            : `${formats.number(used_count)} / ${formats.number(max_uses)}`,
      },
      { field: 'group', header: t('group'), importance: 'medium', cell: (row) => groupName(row.group) },
      {
        field: 'gift_quota',
        header: t('gift'),
        align: 'right',
        importance: 'medium',
        cell: (row) => <QuotaText points={row.gift_quota} />,
      },
      {
        field: 'expires_at',
        header: t('expires'),
        importance: 'medium',
        isSortable: true,
        cell: (row) => (row.expires_at === 0 ? t('never') : <TimeText epochSeconds={row.expires_at} />),
      },
      {
        field: 'created_time',
        header: t('createdTime'),
        importance: 'low',
        isSortable: true,
        cell: (row) => <TimeText epochSeconds={row.created_time} />,
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (row) => <InviteCodeActions row={row} onEdit={onEdit} />,
      },
    ],
    [t, formats, groupName, onEdit],
  );
}
