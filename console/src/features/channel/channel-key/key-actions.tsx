import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import TestIcon from '@mui/icons-material/NetworkCheckOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ChannelKeyView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx';
import { Tip } from '../../../ui/overlay/tip.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { keyName, useDeleteKey, useTestKey } from './channel-key-api.ts';

/** Tests a key by a small real call, or deletes it. */
export function KeyActions({ channelId, entry }: { channelId: number; entry: ChannelKeyView }) {
  const { t } = useTranslation(['channel-key', 'channel', 'ui']);
  const formats = useFormats();
  const test = useTestKey(channelId);
  const remove = useDeleteKey(channelId);
  const [isAsking, setAsking] = useState(false);
  const name = keyName(entry);
  const runTest = () =>
    test.mutate(entry.id, {
      onSuccess: ({ time }) =>
        showToast('success', t('channel:testedOk', { name, time: formats.duration(time * 1000) })),
    });
  return (
    <Box sx={{ display: 'inline-flex' }}>
      <Tip text={t('channel:test')}>
        <IconButton
          size="small"
          aria-label={t('channel:testName', { name })}
          loading={test.isPending}
          onClick={runTest}
        >
          <TestIcon fontSize="small" />
        </IconButton>
      </Tip>
      <Tip text={t('ui:delete')}>
        <IconButton size="small" aria-label={t('deleteKeyName', { name })} onClick={() => setAsking(true)}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tip>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteKeyTitle', { name })}
        confirmLabel={t('deleteKey')}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(entry.id, { onSettled: () => setAsking(false) })}
      >
        {t('deleteKeyHint')}
      </ConfirmDialog>
    </Box>
  );
}
