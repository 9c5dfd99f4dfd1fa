import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { RedemptionView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useCopy } from '../../ui/action/use-copy.ts';
import { useRemove } from '../../ui/list/entity-mutations.ts';
import { Tip } from '../../ui/overlay/tip.tsx';
import { redemptions, useRevealCode } from './redemption-api.ts';

export type OpenRedemption = (id: number, form?: 'uses') => void;

interface RedemptionActionsProps {
  row: RedemptionView;
  onOpen: OpenRedemption;
}

export function RedemptionActions({ row: { id, name }, onOpen }: RedemptionActionsProps) {
  const { t } = useTranslation(['redemption', 'ui']);
  const copy = useCopy();
  const reveal = useRevealCode();
  const remove = useRemove(redemptions);
  const [isAsking, setAsking] = useState(false);
  const copyCode = () => reveal.mutate(id, { onSuccess: ({ key }) => void copy(key, 'code') });
  return (
    <Box sx={{ display: 'inline-flex' }}>
      <Tip text={t('copyCode')}>
        <IconButton
          size="small"
          aria-label={t('copyCodeOf', { name })}
          disabled={reveal.isPending}
          onClick={copyCode}
        >
          <CopyIcon fontSize="small" />
        </IconButton>
      </Tip>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('copyCode'), onSelect: copyCode },
          { label: t('showUses'), onSelect: () => onOpen(id, 'uses') },
          { label: t('ui:edit'), onSelect: () => onOpen(id) },
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
    </Box>
  );
}
