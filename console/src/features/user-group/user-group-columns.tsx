import Box from '@mui/material/Box';
import type { UsedGroupView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../theme/fonts.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import { FullestBudget } from '../../ui/budget/budget-bar.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { RowSwitch } from '../../ui/list/row-switch.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { UserGroupActions } from './user-group-actions.tsx';
import { useGroupSwitch } from './user-group-api.ts';

/** The group of everybody who has no other; it can neither be turned off nor deleted. */
const DEFAULT_GROUP = 'default';
export const isDefault = ({ symbol }: UsedGroupView): boolean => symbol === DEFAULT_GROUP;

export function useUserGroupColumns(onEdit: (id: number) => void): DataTableColumn<UsedGroupView>[] {
  const { t } = useTranslation(['user-group', 'ui']);
  const formats = useFormats();
  return useMemo(
    () => [
      {
        field: 'name',
        header: t('name'),
        isSortable: true,
        maxWidth: 260,
        cell: (group) => <OpenLink id={group.id}>{group.name}</OpenLink>,
      },
      {
        field: 'symbol',
        importance: 'medium',
        header: t('symbol'),
        isSortable: true,
        cell: (group) => (
          <Box component="span" sx={{ fontFamily: monospace, color: 'text.secondary' }}>
            {group.symbol}
          </Box>
        ),
      },
      {
        field: 'ratio',
        header: t('ratio'),
        align: 'right',
        cell: (group) => `×${formats.number(group.ratio, 9)}`,
      },
      {
        field: 'api_rate',
        header: t('rateHead'),
        align: 'right',
        isSortable: true,
        cell: (group) => formats.number(group.api_rate),
      },
      {
        field: 'strategy',
        importance: 'low',
        header: t('strategy'),
        cell: (group) => t(`strategy_${group.strategy}`),
      },
      {
        field: 'budgets',
        importance: 'medium',
        header: t('ui:budgets'),
        cell: (group) => <FullestBudget budgets={group.budgets} />,
      },
      {
        field: 'promotion_points',
        importance: 'low',
        header: t('promotionHead'),
        align: 'right',
        cell: ({ promotion_points }) =>
          promotion_points > 0 ? <QuotaText points={promotion_points} /> : '–',
      },
      {
        field: 'public',
        importance: 'medium',
        header: t('public'),
        isSortable: true,
        cell: (group) => (group.public ? t('open') : t('closed')),
      },
      {
        field: 'enable',
        header: t('status'),
        isSortable: true,
        cell: (group) => <GroupSwitch group={group} />,
      },
      {
        field: 'user_count',
        header: t('users'),
        align: 'right',
        importance: 'low',
        cell: (group) =>
          group.user_count === 0 ? (
            '0'
          ) : (
            <TextLink to={`/panel/user?group=${encodeURIComponent(group.symbol)}`}>
              {formats.number(group.user_count)}
            </TextLink>
          ),
      },
      { field: 'token_count', header: t('keys'), align: 'right', importance: 'low' },
      {
        field: 'channel_count',
        header: t('channels'),
        align: 'right',
        cell: (group) =>
          group.channel_count > 0 ? (
            formats.number(group.channel_count)
          ) : (
            <TextLink to="/panel/channel">
              <StatusDot tone="look">{t('noChannel')}</StatusDot>
            </TextLink>
          ),
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (group) => <UserGroupActions group={group} isDefault={isDefault(group)} onEdit={onEdit} />,
      },
    ],
    [t, formats, onEdit],
  );
}

function GroupSwitch({ group }: { group: UsedGroupView }) {
  const { t } = useTranslation('user-group');
  const turn = useGroupSwitch();
  const { id, name, enable } = group;
  return (
    <RowSwitch
      undoKey={`group ${id}`}
      name={name}
      label={t('enableName', { name })}
      isOn={enable}
      isDisabled={enable && isDefault(group)}
      turn={(isOn) => turn(group, isOn)}
    >
      <StatusDot tone={enable ? 'good' : 'quiet'}>{enable ? t('enabled') : t('disabled')}</StatusDot>
    </RowSwitch>
  );
}
