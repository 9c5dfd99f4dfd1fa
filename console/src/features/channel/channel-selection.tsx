import type { BatchResult, ChannelRow, ChannelView } from '@turnpike/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../api/error-text.ts';
import type { TableSelection } from '../../ui/data-table/row-selection.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useChangeChannels } from './channel-api.ts';
import { isTagRow } from './channel-tag/use-tag-rows.ts';
import { type ChannelsValue, ChannelsValueForm } from './channels-value-form.tsx';

interface Asking {
  value: ChannelsValue;
  channels: ChannelView[];
  /** @param isDone whether the selection may be given up */
  done: (isDone: boolean) => void;
}

/** Actions on many channels, and the form that some of them need. */
export function useChannelSelection(): { selection: TableSelection<ChannelRow>; form: ReactNode } {
  const { t } = useTranslation(['channel', 'ui']);
  const change = useChangeChannels();
  const [asking, setAsking] = useState<Asking>();

  function report(channels: readonly ChannelView[], { done, failed }: BatchResult): void {
    if (failed.length === 0) {
      showToast('success', t('batchDone', { count: done.length }));
      return;
    }
    const nameOf = (id: number) => channels.find((channel) => channel.id === id)?.name ?? `#${id}`;
    const reasons = failed.map(({ id, code }) => `${nameOf(id)}: ${codeText(code)}`);
    const counts = { count: done.length, failed: failed.length };
    showToast('warning', t('batchPartly', counts), reasons.join(' · '));
  }

  const idsOf = (channels: readonly ChannelView[]) => channels.map(({ id }) => id);
  const run = (action: 'enable' | 'disable' | 'delete') => async (channels: ChannelView[]) =>
    report(channels, await change.mutateAsync({ ids: idsOf(channels), action }));
  const ask = (value: ChannelsValue) => (channels: ChannelView[]) =>
    new Promise<boolean>((done) => {
      setAsking({ value, channels, done });
    });

  return {
    selection: {
      nameOf: (channel) => channel.name,
      canSelect: (row) => !isTagRow(row),
      actions: [
        { label: t('enable'), onRun: run('enable') },
        {
          label: t('disable'),
          onRun: run('disable'),
          confirm: ({ length: count }) => ({
            title: t('disableManyTitle', { count }),
            hint: t('disableManyHint'),
          }),
        },
        { label: t('setPriority'), onRun: ask('priority') },
        { label: t('setWeight'), onRun: ask('weight') },
        { label: t('setGroup'), onRun: ask('group') },
        {
          label: t('ui:delete'),
          isDestructive: true,
          onRun: run('delete'),
          confirm: ({ length: count }) => ({
            title: t('deleteManyTitle', { count }),
            hint: t('deleteManyHint'),
          }),
        },
      ],
    },
    form: asking ? (
      <ChannelsValueForm
        value={asking.value}
        channels={asking.channels}
        onClose={() => {
          setAsking(undefined);
          asking.done(false);
        }}
        onChosen={async (chosen) => {
          const { channels, value, done } = asking;
          const action = `set_${value}` as const;
          report(channels, await change.mutateAsync({ ids: idsOf(channels), action, ...chosen }));
          setAsking(undefined);
          done(true);
        }}
      />
    ) : null,
  };
}
