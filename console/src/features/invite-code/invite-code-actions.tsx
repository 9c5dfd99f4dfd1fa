import type { InviteCodeView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useRemove } from '../../ui/list/entity-mutations.ts';
import { inviteCodes } from './invite-code-api.ts';

interface InviteCodeActionsProps {
  row: InviteCodeView;
  onEdit: (id: number) => void;
}

export function InviteCodeActions({ row, onEdit }: InviteCodeActionsProps) {
  const { t } = useTranslation(['invite-code', 'ui']);
  const remove = useRemove(inviteCodes);
  const [isAsking, setAsking] = useState(false);
  const { id, name } = row;
  return (
    <>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onEdit(id) },
          { label: t('ui:delete'), isDestructive: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteTitle', { name })}
        confirmLabel={t('ui:delete')}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
      >
        {t('deleteHint')}
      </ConfirmDialog>
    </>
  );
}
