import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { UsedGroupView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { allGroupsQuery } from '../../api/user-group.ts';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { showErrorToast } from '../../ui/toast/toast.ts';
import { useDeleteGroup } from './user-group-api.ts';

/** Asks before a group is deleted, and where its keys go; users and channels leave it on their own screens. */
export function DeleteGroup({ group, onClose }: { group: UsedGroupView; onClose: () => void }) {
  const { t } = useTranslation('user-group');
  const remove = useDeleteGroup();
  const [target, setTarget] = useState('default');
  const { id, name, user_count, token_count, channel_count } = group;
  const hasKeys = token_count > 0;
  const groups = useQuery({ ...allGroupsQuery, enabled: hasKeys }).data ?? [];
  const others = groups.filter(({ symbol }) => symbol !== group.symbol);
  const refusal = isInUse(remove.error) ? remove.error : undefined;

  return (
    <ConfirmDialog
      isOpen
      title={t('deleteTitle', { name })}
      confirmLabel={hasKeys ? t('moveAndDelete') : t('deleteGroup')}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { id, ...(hasKeys ? { move_to: target } : {}) },
          {
            onSuccess: onClose,
            onError: (error) => {
              if (isInUse(error)) return;
              showErrorToast(error);
              onClose();
            },
          },
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        {hasKeys ? (
          <>
            <span>{t('inUseBy', { users: user_count, keys: token_count, channels: channel_count })}</span>
            <SelectField
              label={t('moveTo')}
              hint={t('moveHint')}
              value={target}
              onChange={setTarget}
              choices={others.map(({ symbol, name }) => ({ value: symbol, label: name }))}
            />
            <span>{t('moveEffect')}</span>
          </>
        ) : null}
        {hasKeys || refusal ? null : t('deleteHint')}
        {refusal ? (
          <Alert severity="warning">
            {t('inUse', { name })}
            {/* Names the owners of the keys too, which no other answer does. */}
            <div lang="en">{refusal.message}</div>
          </Alert>
        ) : null}
      </Box>
    </ConfirmDialog>
  );
}

const isInUse = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'user_group.in_use';
