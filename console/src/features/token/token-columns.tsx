import Box from '@mui/material/Box';
import { NEVER_EXPIRES, shownChatLinks, type TokenView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { useTokenName } from '../../api/token-name.ts';
import { useGroupName } from '../../api/user-group.ts';
import { monospace } from '../../theme/fonts.ts';
import { FullestBudget } from '../../ui/budget/budget-bar.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { TokenActions } from './token-actions.tsx';
import type { ShownKey } from './token-key-dialog.tsx';
import { TokenStatusSwitch } from './token-status-switch.tsx';

interface TokenColumnsOptions {
  onEdit: (id: number) => void;
  onReveal: (shown: ShownKey) => void;
}

export function useTokenColumns({ onEdit, onReveal }: TokenColumnsOptions): DataTableColumn<TokenView>[] {
  const { t } = useTranslation(['token', 'ui']);
  const tokenName = useTokenName();
  const groupName = useGroupName();
  const { chatLink, chatLinks } = useSite();
  const apps = useMemo(() => shownChatLinks(chatLinks, chatLink), [chatLinks, chatLink]);
  return useMemo(
    () => [
      {
        field: 'name',
        header: t('name'),
        isSortable: true,
        maxWidth: 260,
        cell: (token) => <OpenLink id={token.id}>{tokenName(token.name)}</OpenLink>,
      },
      {
        field: 'key_hint',
        importance: 'medium',
        header: t('key'),
        cell: (token) => (
          <Box component="span" sx={{ fontFamily: monospace, color: 'text.secondary' }}>
            {token.key_hint}
          </Box>
        ),
      },
      {
        field: 'status',
        header: t('status'),
        isSortable: true,
        cell: (token) => <TokenStatusSwitch token={token} />,
      },
      {
        field: 'used_quota',
        header: t('used'),
        align: 'right',
        isSortable: true,
        cell: (token) => <QuotaText points={token.used_quota} />,
      },
      {
        field: 'remain_quota',
        header: t('remaining'),
        align: 'right',
        isSortable: true,
        cell: (token) => <QuotaText points={token.remain_quota} isUnlimited={token.unlimited_quota} />,
      },
      {
        field: 'budgets',
        importance: 'medium',
        header: t('ui:budgets'),
        cell: (token) => <FullestBudget budgets={token.budgets} />,
      },
      {
        field: 'group',
        header: t('group'),
        importance: 'low',
        cell: (token) => (token.group === '' ? t('accountGroup') : groupName(token.group)),
      },
      {
        field: 'accessed_time',
        header: t('lastUsed'),
        importance: 'low',
        cell: (token) =>
          token.accessed_time <= token.created_time ? (
            t('neverUsed')
          ) : (
            <TimeText epochSeconds={token.accessed_time} />
          ),
      },
      {
        field: 'expired_time',
        importance: 'medium',
        header: t('expires'),
        isSortable: true,
        cell: (token) =>
          token.expired_time === NEVER_EXPIRES ? (
            t('ui:expiryNever')
          ) : (
            <TimeText epochSeconds={token.expired_time} />
          ),
      },
      {
        field: 'created_time',
        header: t('created'),
        isSortable: true,
        isHiddenAtFirst: true,
        cell: (token) => <TimeText epochSeconds={token.created_time} />,
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (token) => <TokenActions token={token} apps={apps} onEdit={onEdit} onReveal={onReveal} />,
      },
    ],
    [t, apps, groupName, tokenName, onEdit, onReveal],
  );
}
