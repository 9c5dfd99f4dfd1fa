import Box from '@mui/material/Box';
import type { TelegramMenuView } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../theme/fonts.ts';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { TelegramActions } from './telegram-actions.tsx';

export function useTelegramColumns(onEdit: (id: number) => void): DataTableColumn<TelegramMenuView>[] {
  const { t } = useTranslation(['telegram', 'ui']);
  return useMemo(
    () => [
      {
        field: 'command',
        header: t('command'),
        isSortable: true,
        cell: (row) => (
          <OpenLink id={row.id}>
            <Box component="span" sx={{ fontFamily: monospace }}>{`/${row.command}`}</Box>
          </OpenLink>
        ),
      },
      { field: 'description', header: t('description'), maxWidth: 260, cell: (row) => row.description },
      { field: 'parse_mode', header: t('parseMode'), importance: 'medium', cell: (row) => row.parse_mode },
      {
        field: 'reply_message',
        header: t('reply'),
        importance: 'medium',
        maxWidth: 420,
        cell: (row) => row.reply_message,
      },
      {
        field: 'id',
        header: t('number'),
        isSortable: true,
        importance: 'low',
        align: 'right',
        cell: (row) => row.id,
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (row) => <TelegramActions row={row} onEdit={onEdit} />,
      },
    ],
    [t, onEdit],
  );
}
