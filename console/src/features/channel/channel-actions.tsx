import TestIcon from '@mui/icons-material/NetworkCheckOutlined';
import IconButton from '@mui/material/IconButton';
import type { ChannelView } from '@turnpike/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useChannelType } from '../../api/channel-types.ts';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useRemove } from '../../ui/list/entity-mutations.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { Tip } from '../../ui/overlay/tip.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { showErrorToast, showToast } from '../../ui/toast/toast.ts';
import {
  BUDGETS_PREFIX,
  channels,
  KEYS_PREFIX,
  useCopyChannel,
  useLeaveTag,
  useTestChannel,
} from './channel-api.ts';
import { TestModel } from './channel-test/test-model.tsx';

const CheckModels = lazyPart(() => import('./channel-check/check-models.tsx'));

interface ChannelActionsProps {
  channel: ChannelView;
  onOpen: (id: string | number) => void;
}

export function ChannelActions({ channel, onOpen }: ChannelActionsProps) {
  const { t } = useTranslation(['channel', 'ui']);
  const formats = useFormats();
  const navigate = useNavigate();
  const test = useTestChannel();
  const remove = useRemove(channels);
  const copy = useCopyChannel();
  const leave = useLeaveTag();
  const [isAsking, setAsking] = useState(false);
  const [isTesting, setTesting] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const { name } = channel;
  const { key_site: site = '', key = 'none' } = useChannelType(channel.type) ?? {};

  const runTest = () =>
    test.mutate(
      { id: channel.id },
      {
        onSuccess: ({ time }) =>
          showToast('success', t('testedOk', { name, time: formats.duration(time * 1000) })),
        onError: showErrorToast,
      },
    );

  const runCopy = () =>
    copy.mutate(channel.id, {
      onSuccess: (made) => {
        showToast('success', t('copied', { name: made.name }));
        onOpen(made.id);
      },
    });

  const runLeave = () =>
    leave.mutate(channel.id, { onSuccess: () => showToast('success', t('leftTag', { name })) });

  return (
    <>
      <Tip text={t('test')}>
        <IconButton
          size="small"
          aria-label={t('testName', { name })}
          loading={test.isPending}
          onClick={runTest}
        >
          <TestIcon fontSize="small" />
        </IconButton>
      </Tip>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onOpen(channel.id) },
          ...(key === 'none'
            ? []
            : [{ label: t('keys'), onSelect: () => onOpen(`${KEYS_PREFIX}${channel.id}`) }]),
          { label: t('ui:budgets'), onSelect: () => onOpen(`${BUDGETS_PREFIX}${channel.id}`) },
          { label: t('testModelRun'), onSelect: () => setTesting(true) },
          { label: t('checkModels'), onSelect: () => setChecking(true) },
          { label: t('copy'), onSelect: runCopy },
          { label: t('showLogs'), onSelect: () => navigate(`/panel/log?channel_id=${channel.id}`) },
          ...(channel.tag === '' ? [] : [{ label: t('leaveTag'), onSelect: runLeave }]),
          ...(site
            ? [{ label: t('openSite'), onSelect: () => void window.open(site, '_blank', 'noopener') }]
            : []),
          { label: t('ui:delete'), isDestructive: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteTitle', { name })}
        confirmLabel={t('deleteChannel')}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(channel.id, { onSuccess: () => setAsking(false) })}
      >
        {t('deleteHint')}
      </ConfirmDialog>
      {isTesting ? <TestModel channel={channel} onClose={() => setTesting(false)} /> : null}
      {isChecking ? (
        <Suspense>
          <CheckModels channel={channel} onClose={() => setChecking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
