import { useQuery } from '@tanstack/react-query';
import {
  type BatchResult,
  type ChannelRow,
  type ChannelView,
  MAX_COMPARED_CHANNELS,
  MIN_COMPARED_CHANNELS,
} from '@turnpike/contract';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../api/channel-types.ts';
import { codeText } from '../../api/error-text.ts';
import type { TableSelection } from '../../ui/data-table/row-selection.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useChangeChannels } from './channel-api.ts';
import { isTagRow } from './channel-tag/use-tag-rows.ts';
import { type ChannelsValue, ChannelsValueForm } from './channels-value-form.tsx';

const DeleteModelForm = lazyPart(() => import('./channel-edit/delete-model-form.tsx'));
const CompareChannels = lazyPart(() => import('./channel-comparison/compare-channels.tsx'));
const ApiVersionForm = lazyPart(() => import('./channel-edit/api-version-form.tsx'));

interface Asking {
  value: ChannelsValue | 'model' | 'api_version' | 'comparison';
  channels: ChannelView[];
  /** @param isDone whether the selection may be given up */
  done: (isDone: boolean) => void;
}

/**
 * Actions on many channels, and the form that some of them need.
 * @param model the model that the list is filtered by
 */
export function useChannelSelection(model = ''): { selection: TableSelection<ChannelRow>; form: ReactNode } {
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
  const types = useQuery(channelTypesQuery).data ?? [];
  const hasVersion = ({ type }: ChannelView) =>
    types.some(({ id, other }) => id === type && other === 'api_version');
  const ask = (value: Asking['value']) => (channels: ChannelView[]) =>
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
          label: t('compareChannels'),
          onRun: ask('comparison'),
          isFor: ({ length }) => length >= MIN_COMPARED_CHANNELS && length <= MAX_COMPARED_CHANNELS,
        },
        { label: t('deleteModel'), onRun: ask('model') },
        {
          label: t('setApiVersion'),
          onRun: ask('api_version'),
          isFor: (channels) => channels.some(hasVersion),
        },
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
      <Suspense>
        <Form {...asking} model={model} onReport={report} onEnd={() => setAsking(undefined)} />
      </Suspense>
    ) : null,
  };
}

interface FormProps extends Asking {
  model: string;
  onReport: (channels: readonly ChannelView[], result: BatchResult) => void;
  onEnd: () => void;
}

/** The form of an action. */
function Form({ value, channels, done, model, onReport, onEnd }: FormProps) {
  const change = useChangeChannels();
  function end(isDone: boolean) {
    onEnd();
    done(isDone);
  }
  const edited = {
    channels,
    onClose: () => end(false),
    onDone: (result: BatchResult) => {
      onReport(channels, result);
      end(true);
    },
  };
  switch (value) {
    case 'model':
      return <DeleteModelForm {...edited} model={model} />;
    case 'api_version':
      return <ApiVersionForm {...edited} />;
    case 'comparison':
      return <CompareChannels channels={channels} onClose={edited.onClose} />;
    default:
      return (
        <ChannelsValueForm
          value={value}
          channels={channels}
          onClose={edited.onClose}
          onChosen={async (chosen) => {
            const ids = channels.map(({ id }) => id);
            edited.onDone(await change.mutateAsync({ ids, action: `set_${value}`, ...chosen }));
          }}
        />
      );
  }
}
