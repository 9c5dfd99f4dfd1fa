import type { ChannelRow } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ActionMenu } from '../../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast/toast.ts';
import { type TagAction, useActOnTag } from './channel-tag-api.ts';

interface TagActionsProps {
  tag: string;
  channels: NonNullable<ChannelRow['tag_channels']>;
  onEdit: () => void;
}

/** Actions on all channels of a tag. */
export function TagActions({ tag, channels: { total, enabled }, onEdit }: TagActionsProps) {
  const { t } = useTranslation(['channel', 'ui']);
  const navigate = useNavigate();
  const act = useActOnTag(tag);
  const [asking, setAsking] = useState<Exclude<TagAction, 'enable'>>();
  const disabled = total - enabled;

  const run = (action: TagAction) =>
    act.mutate(action, {
      onSuccess: (count) => {
        const isDeleted = action === 'delete' || action === 'deleteDisabled';
        showToast('success', t(isDeleted ? 'deletedCount' : 'batchDone', { count }));
        setAsking(undefined);
      },
    });

  const questions = {
    disable: {
      title: t('disableTagTitle', { tag, count: total }),
      hint: t('disableManyHint'),
      label: t('disableTag'),
    },
    deleteDisabled: {
      title: t('deleteTagDisabledTitle', { tag, count: disabled }),
      hint: t('deleteDisabledHint'),
      label: t('deleteTagDisabled'),
    },
    delete: {
      title: t('deleteTagTitle', { tag, count: total }),
      hint: t('deleteManyHint'),
      label: t('deleteTag'),
    },
  };
  const question = questions[asking ?? 'delete'];
  return (
    <>
      <ActionMenu
        label={t('ui:actionsFor', { name: tag })}
        actions={[
          { label: t('editTag'), onSelect: onEdit },
          { label: t('listTag'), onSelect: () => navigate(`/panel/channel?tag=${encodeURIComponent(tag)}`) },
          { label: t('enableTag'), isDisabled: disabled === 0, onSelect: () => run('enable') },
          { label: t('disableTag'), isDisabled: enabled === 0, onSelect: () => setAsking('disable') },
          {
            label: t('deleteTagDisabled'),
            isDestructive: true,
            isDisabled: disabled === 0,
            onSelect: () => setAsking('deleteDisabled'),
          },
          { label: t('deleteTag'), isDestructive: true, onSelect: () => setAsking('delete') },
        ]}
      />
      <ConfirmDialog
        isOpen={asking !== undefined}
        title={question.title}
        confirmLabel={question.label}
        isBusy={act.isPending}
        onClose={() => setAsking(undefined)}
        onConfirm={() => asking && run(asking)}
      >
        {question.hint}
      </ConfirmDialog>
    </>
  );
}
