import Box from '@mui/material/Box';
import { type RedemptionView, redemptionStatus } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../../api/user-group.ts';
import { monospace } from '../../theme/fonts.ts';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { RowSwitch } from '../../ui/list/row-switch.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { type OpenRedemption, RedemptionActions } from './redemption-actions.tsx';
import { useRedemptionSwitch } from './redemption-api.ts';

export function useRedemptionColumns(onOpen: OpenRedemption): DataTableColumn<RedemptionView>[] {
  const { t } = useTranslation(['redemption', 'ui']);
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
      { field: 'id', header: 'ID', align: 'right', isSortable: true, importance: 'low' },
      {
        field: 'status',
        header: t('status'),
        isSortable: true,
        cell: (row) => <RedemptionStatus row={row} />,
      },
      {
        field: 'key',
        header: t('code'),
        importance: 'medium',
        cell: ({ key }) => (
          <Box component="span" sx={{ fontFamily: monospace, fontSize: '0.75rem' }}>
            {key}
          </Box>
        ),
      },
      {
        field: 'quota',
        header: t('quota'),
        align: 'right',
        isSortable: true,
        cell: (row) => <QuotaText points={row.quota} />,
      },
      {
        field: 'used_count',
        header: t('uses'),
        align: 'right',
        cell: ({ used_count, max_uses }) => `${formats.number(used_count)} / ${formats.number(max_uses)}`,
      },
      {
        field: 'group',
        header: t('group'),
        importance: 'low',
        maxWidth: 140,
        cell: ({ group }) => (group === '' ? '–' : groupName(group)),
      },
      {
        field: 'expires_at',
        header: t('expires'),
        importance: 'medium',
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
        field: 'redeemed_time',
        header: t('redeemedTime'),
        importance: 'medium',
        isSortable: true,
        cell: (row) =>
          row.redeemed_time === 0 ? t('notYet') : <TimeText epochSeconds={row.redeemed_time} />,
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (row) => <RedemptionActions row={row} onOpen={onOpen} />,
      },
    ],
    [t, formats, groupName, onOpen],
  );
}

/** A switch, or a word where the code is used up. */
function RedemptionStatus({ row }: { row: RedemptionView }) {
  const { t } = useTranslation('redemption');
  const turn = useRedemptionSwitch();
  const { id, name, status, expires_at } = row;
  if (status === redemptionStatus.used) return <StatusDot tone="quiet">{t('usedUp')}</StatusDot>;
  const isOn = status === redemptionStatus.enabled;
  const isExpired = expires_at > 0 && expires_at <= Date.now() / 1000;
  const word = isExpired ? 'expired' : isOn ? 'enabled' : 'disabled';
  return (
    <RowSwitch
      undoKey={`redemption ${id}`}
      name={name}
      label={t('enableName', { name })}
      isOn={isOn}
      turn={(next) => turn(row, next)}
    >
      <StatusDot tone={word === 'enabled' ? 'good' : 'quiet'}>{t(word)}</StatusDot>
    </RowSwitch>
  );
}
