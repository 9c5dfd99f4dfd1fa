import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx';
import { askTests } from '../channel-api.ts';
import { TestChannels } from './test-channels.tsx';
import { useChannelRun } from './use-channel-run.tsx';

/** Tests all enabled channels, after asking whether to. */
export function TestAll({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('channel');
  const [isAsking, setAsking] = useState(true);
  const tests = useChannelRun(askTests, (state) => <TestChannels {...state} />, onClose);
  if (!isAsking) return tests.dialog;
  return (
    <ConfirmDialog
      isOpen
      title={t('testAllTitle')}
      confirmLabel={t('testAllStart')}
      isHarmless
      onClose={onClose}
      onConfirm={() => {
        setAsking(false);
        tests.start();
      }}
    >
      {t('testAllHint')}
    </ConfirmDialog>
  );
}
