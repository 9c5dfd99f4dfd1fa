import Box from '@mui/material/Box';
import type { ListedUserView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../../api/user-group.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { BalanceText } from '../../ui/text/balance-text.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { BindingMarks } from './binding-marks.tsx';
import { type OpenForm, UserActions } from './user-actions.tsx';
import { UserStatusSwitch } from './user-status-switch.tsx';
import { RoleText } from './user-words.tsx';

export function useUserColumns(onOpenForm: OpenForm): DataTableColumn<ListedUserView>[] {
  const { t } = useTranslation(['user', 'ui']);
  const formats = useFormats();
  const groupName = useGroupName();
  return useMemo(
    () => [
      {
        field: 'username',
        header: t('username'),
        isSortable: true,
        maxWidth: 220,
        cell: (user) => (
          <>
            <OpenLink id={user.id}>{user.username}</OpenLink>
            {user.display_name !== '' && user.display_name !== user.username ? (
              <Box component="span" sx={{ color: 'text.secondary', ml: 2 }}>
                {user.display_name}
              </Box>
            ) : null}
          </>
        ),
      },
      { field: 'id', header: 'ID', align: 'right', isSortable: true, isHiddenAtFirst: true },
      { field: 'email', header: t('email'), maxWidth: 200, isHiddenAtFirst: true },
      {
        id: 'bindings',
        header: t('bindings'),
        importance: 'low',
        cell: (user) => <BindingMarks user={user} />,
      },
      {
        field: 'role',
        importance: 'medium',
        header: t('role'),
        isSortable: true,
        cell: (user) => <RoleText user={user} />,
      },
      {
        field: 'group',
        importance: 'medium',
        header: t('group'),
        maxWidth: 140,
        cell: (user) => groupName(user.group),
      },
      {
        field: 'status',
        header: t('status'),
        isSortable: true,
        cell: (user) => <UserStatusSwitch user={user} />,
      },
      {
        field: 'quota',
        header: t('balance'),
        align: 'right',
        isSortable: true,
        cell: (user) => (
          <TextLink to={`/panel/statement?user=${user.id}`}>
            <BalanceText points={user.quota} />
          </TextLink>
        ),
      },
      {
        field: 'used_today',
        importance: 'medium',
        header: t('usedToday'),
        align: 'right',
        cell: (user) => <QuotaText points={user.used_today} />,
      },
      {
        field: 'used_30_days',
        importance: 'medium',
        header: t('used30Days'),
        align: 'right',
        cell: (user) => <QuotaText points={user.used_30_days} />,
      },
      {
        field: 'used_quota',
        importance: 'medium',
        header: t('used'),
        align: 'right',
        isSortable: true,
        cell: (user) => <QuotaText points={user.used_quota} />,
      },
      {
        field: 'request_count',
        header: t('requests'),
        align: 'right',
        isSortable: true,
        importance: 'low',
        cell: (user) => formats.number(user.request_count),
      },
      {
        field: 'last_login_time',
        header: t('lastSignIn'),
        isSortable: true,
        importance: 'low',
        cell: (user) =>
          user.last_login_time === 0 ? t('never') : <TimeText epochSeconds={user.last_login_time} />,
      },
      {
        field: 'inviter_name',
        header: t('invitedBy'),
        importance: 'low',
        isHiddenAtFirst: true,
        cell: (user) =>
          user.inviter_id === null ? '–' : <OpenLink id={user.inviter_id}>{user.inviter_name}</OpenLink>,
      },
      {
        field: 'created_time',
        header: t('created'),
        isSortable: true,
        importance: 'low',
        cell: (user) => <TimeText epochSeconds={user.created_time} />,
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (user) => <UserActions user={user} onOpenForm={onOpenForm} />,
      },
    ],
    [t, formats, groupName, onOpenForm],
  );
}
