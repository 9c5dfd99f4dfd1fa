import type { BatchResult, ChannelKeyView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import type { BulkAction } from '../../../ui/data-table/row-selection.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { useChangeKeys } from './channel-key-api.ts';

/** Actions on many keys of a channel. */
export function useKeySelection(channelId: number): BulkAction<ChannelKeyView>[] {
  const { t } = useTranslation(['channel-key', 'channel', 'ui']);
  const change = useChangeKeys(channelId);

  function report({ done, failed }: BatchResult): void {
    if (failed.length === 0) return void showToast('success', t('keysDone', { count: done.length }));
    const reasons = failed.map(({ id, code }) => `#${id}: ${codeText(code)}`);
    const counts = { count: done.length, failed: failed.length };
    showToast('warning', t('keysPartly', counts), reasons.join(' · '));
  }

  const run = (action: 'enable' | 'disable' | 'delete') => async (keys: ChannelKeyView[]) =>
    report(await change.mutateAsync({ ids: keys.map(({ id }) => id), action }));

  return [
    { label: t('channel:enable'), onRun: run('enable') },
    {
      label: t('channel:disable'),
      onRun: run('disable'),
      confirm: ({ length: count }) => ({
        title: t('disableKeysTitle', { count }),
        hint: t('disableKeysHint'),
      }),
    },
    {
      label: t('ui:delete'),
      isDestructive: true,
      onRun: run('delete'),
      confirm: ({ length: count }) => ({ title: t('deleteKeysTitle', { count }), hint: t('deleteKeyHint') }),
    },
  ];
}
