import type { UsedGroupView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useDeleteGroup } from './user-group-api.ts';

interface UserGroupActionsProps {
  group: UsedGroupView;
  isDefault: boolean;
  onEdit: (group: UsedGroupView) => void;
}

export function UserGroupActions({ group, isDefault, onEdit }: UserGroupActionsProps) {
  const { t } = useTranslation(['user-group', 'ui']);
  const navigate = useNavigate();
  const remove = useDeleteGroup();
  const [isAsking, setAsking] = useState(false);
  const { name, symbol, user_count, token_count, channel_count } = group;
  const isUsed = user_count + token_count + channel_count > 0;

  function ask() {
    if (!isUsed) {
      setAsking(true);
      return;
    }
    showToast(
      'warning',
      t('inUse', { name }),
      t('inUseBy', { users: user_count, keys: token_count, channels: channel_count }),
    );
  }

  return (
    <>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onEdit(group) },
          {
            label: t('showUsers'),
            onSelect: () => void navigate(`/panel/user?group=${encodeURIComponent(symbol)}`),
          },
          { label: t('ui:delete'), isDestructive: true, isDisabled: isDefault, onSelect: ask },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteTitle', { name })}
        confirmLabel={t('deleteGroup')}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(group.id, { onSettled: () => setAsking(false) })}
      >
        {t('deleteHint')}
      </ConfirmDialog>
    </>
  );
}
