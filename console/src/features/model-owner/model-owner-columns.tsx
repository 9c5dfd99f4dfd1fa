import Box from '@mui/material/Box';
import { LAST_BUILT_IN_OWNER, type ModelOwnerView, PICTURE_PATH } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { OwnerMark } from '../../ui/owner-mark/owner-mark.tsx';
import { ModelOwnerActions } from './model-owner-actions.tsx';

const isBuiltIn = ({ id }: ModelOwnerView): boolean => id <= LAST_BUILT_IN_OWNER;

export function useModelOwnerColumns(onEdit: (id: number) => void): DataTableColumn<ModelOwnerView>[] {
  const { t } = useTranslation(['model-owner', 'ui']);
  return useMemo(() => {
    /** Neither a `data:` picture nor the name of a kept one is read by people. */
    const iconText = ({ icon }: ModelOwnerView): string => {
      if (icon.startsWith(PICTURE_PATH)) return t('keptPicture');
      return icon.startsWith('data:') ? 'data:…' : icon;
    };
    return [
      {
        field: 'name',
        header: t('name'),
        cell: (owner) => (
          <Box
            component="span"
            sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 3 }}
          >
            <OwnerMark owner={owner} size={24} />
            <OpenLink id={owner.id}>{owner.name}</OpenLink>
          </Box>
        ),
      },
      { field: 'id', header: t('number'), align: 'right' },
      { id: 'kind', header: t('kind'), cell: (owner) => (isBuiltIn(owner) ? t('builtIn') : t('own')) },
      { field: 'icon', header: t('icon'), maxWidth: 320, importance: 'low', cell: iconText },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (owner) => <ModelOwnerActions owner={owner} isBuiltIn={isBuiltIn(owner)} onEdit={onEdit} />,
      },
    ];
  }, [t, onEdit]);
}
