import type { UsedGroupView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { DeleteGroup } from './delete-group.tsx';

interface UserGroupActionsProps {
  group: UsedGroupView;
  isDefault: boolean;
  onEdit: (id: number) => void;
}

export function UserGroupActions({ group, isDefault, onEdit }: UserGroupActionsProps) {
  const { t } = useTranslation(['user-group', 'ui']);
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { name, symbol, user_count, token_count, channel_count } = group;

  function ask() {
    // A deletion moves keys, neither users nor channels.
    if (user_count + channel_count === 0) {
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
          { label: t('ui:edit'), onSelect: () => onEdit(group.id) },
          {
            label: t('showUsers'),
            onSelect: () => void navigate(`/panel/user?group=${encodeURIComponent(symbol)}`),
          },
          { label: t('ui:delete'), isDestructive: true, isDisabled: isDefault, onSelect: ask },
        ]}
      />
      {isAsking ? <DeleteGroup group={group} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
