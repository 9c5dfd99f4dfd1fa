import type { TelegramMenuView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useRemove } from '../../ui/list/entity-mutations.ts';
import { telegramMenus } from './telegram-api.ts';

interface TelegramActionsProps {
  row: TelegramMenuView;
  onEdit: (id: number) => void;
}

export function TelegramActions({ row, onEdit }: TelegramActionsProps) {
  const { t } = useTranslation(['telegram', 'ui']);
  const remove = useRemove(telegramMenus);
  const [isAsking, setAsking] = useState(false);
  const { id, command } = row;
  return (
    <>
      <ActionMenu
        label={t('ui:actionsFor', { name: `/${command}` })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onEdit(id) },
          { label: t('ui:delete'), isDestructive: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteTitle', { command })}
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
