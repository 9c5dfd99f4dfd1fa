import type { ModelOwnerView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useRemove } from '../../ui/list/entity-mutations.ts';
import { owners } from './model-owner-api.ts';

interface ModelOwnerActionsProps {
  owner: ModelOwnerView;
  isBuiltIn: boolean;
  onEdit: (id: number) => void;
}

export function ModelOwnerActions({ owner, isBuiltIn, onEdit }: ModelOwnerActionsProps) {
  const { t } = useTranslation(['model-owner', 'ui']);
  const remove = useRemove(owners);
  const [isAsking, setAsking] = useState(false);
  const { id, name } = owner;
  return (
    <>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onEdit(id) },
          {
            label: t('ui:delete'),
            isDestructive: true,
            isDisabled: isBuiltIn,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteTitle', { name })}
        confirmLabel={t('deleteOwner')}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
      >
        {t('deleteHint')}
      </ConfirmDialog>
    </>
  );
}
