import type { ListedUserView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useRemove } from '../../ui/list/entity-mutations.ts';
import { type UserAction, useManageUser, useResetFactor, users } from './user-api.ts';
import { useRights } from './user-rights.ts';

export type OpenForm = (id: number, form: 'edit' | 'balance' | 'budgets') => void;

interface UserActionsProps {
  user: ListedUserView;
  onOpenForm: OpenForm;
  /** Called when the account is gone. */
  onDeleted?: () => void;
}

/** Actions that the reader may take on an account. */
export function UserActions({ user, onOpenForm, onDeleted = () => {} }: UserActionsProps) {
  const { t } = useTranslation(['user', 'ui']);
  const navigate = useNavigate();
  const rights = useRights()(user);
  const manage = useManageUser();
  const remove = useRemove(users);
  const reset = useResetFactor();
  const [asking, setAsking] = useState<UserAction | 'resetFactor' | 'delete'>();
  const name = user.username;
  const close = () => setAsking(undefined);

  function confirm() {
    if (asking === 'delete') {
      remove.mutate(user.id, {
        onSuccess: () => {
          close();
          onDeleted();
        },
      });
    } else if (asking === 'resetFactor') {
      reset.mutate(user.id, { onSuccess: close });
    } else if (asking !== undefined) {
      manage.mutate({ username: name, action: asking }, { onSuccess: close });
    }
  }

  const actions = [
    { isOffered: rights.canChange, label: t('ui:edit'), onSelect: () => onOpenForm(user.id, 'edit') },
    {
      isOffered: rights.canChange,
      label: t('changeBalance'),
      onSelect: () => onOpenForm(user.id, 'balance'),
    },
    {
      isOffered: rights.canChange,
      label: t('ui:budgets'),
      onSelect: () => onOpenForm(user.id, 'budgets'),
    },
    {
      isOffered: true,
      label: t('showCalls'),
      onSelect: () => void navigate(`/panel/log?username=${encodeURIComponent(name)}`),
    },
    {
      isOffered: true,
      label: t('showStatement'),
      onSelect: () => void navigate(`/panel/statement?user=${user.id}`),
    },
    { isOffered: rights.canPromote, label: t('promote'), onSelect: () => setAsking('promote') },
    { isOffered: rights.canDemote, label: t('demote'), onSelect: () => setAsking('demote') },
    {
      isOffered: rights.canDelete && (user.has_authenticator || user.has_passkey),
      label: t('resetFactor'),
      onSelect: () => setAsking('resetFactor'),
    },
    {
      isOffered: rights.canDelete,
      label: t('ui:delete'),
      isDestructive: true,
      onSelect: () => setAsking('delete'),
    },
  ].filter(({ isOffered }) => isOffered);
  const texts = {
    promote: [t('promoteTitle', { name }), t('promoteHint'), t('promote')],
    demote: [t('demoteTitle', { name }), t('demoteHint'), t('demote')],
    resetFactor: [t('resetFactorTitle', { name }), t('resetFactorHint'), t('resetFactor')],
    delete: [t('deleteTitle', { name }), t('deleteHint'), t('deleteUser')],
  } as const;
  const [title, hint, label] = texts[asking ?? 'delete'];

  return (
    <>
      <ActionMenu label={t('ui:actionsFor', { name })} actions={actions} />
      <ConfirmDialog
        isOpen={asking !== undefined}
        title={title}
        confirmLabel={label}
        isBusy={manage.isPending || remove.isPending || reset.isPending}
        onClose={close}
        onConfirm={confirm}
      >
        {hint}
      </ConfirmDialog>
    </>
  );
}
