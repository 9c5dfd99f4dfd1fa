import { useQuery } from '@tanstack/react-query';
import { apiVersionChange, type ChannelView, withApiVersion } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../../api/channel-types.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useSetApiVersion } from './channel-edit-api.ts';
import type { ChannelsEditProps } from './delete-model-form.tsx';
import { EditPreview } from './edit-preview.tsx';

/** Replaces the version of the API of the selected channels, after showing the versions before. */
export default function ApiVersionForm({ channels, onClose, onDone }: ChannelsEditProps) {
  const { t } = useTranslation('channel-edit');
  const set = useSetApiVersion();
  const types = useQuery(channelTypesQuery).data ?? [];
  const versioned = types.filter(({ other }) => other === 'api_version');
  const example = versioned[0]?.other_example ?? '';
  const editOf = ({ type, other }: ChannelView, version: string) =>
    withApiVersion({ other, hasVersion: versioned.some(({ id }) => id === type) }, version);
  const shape = apiVersionChange
    .pick({ value: true })
    .refine(({ value }) => channels.some((channel) => 'after' in editOf(channel, value)), {
      path: ['value'],
      message: 'channel.none_changes',
    });
  const form = useContractForm(shape, { value: '' });
  const value = form.watch('value').trim();
  const edits = channels.map((channel) => ({ channel, edit: editOf(channel, value) }));
  return (
    <FormDialog
      form={form}
      title={t('apiVersionTitle', { count: channels.length })}
      submitLabel={t('setApiVersion')}
      onClose={onClose}
      onSubmit={async (given) =>
        onDone(await set.mutateAsync({ ids: channels.map(({ id }) => id), ...given }))
      }
    >
      <TextInput
        name="value"
        label={t('apiVersion')}
        hint={t('apiVersionHint')}
        placeholder={example}
        autoFocus
      />
      {value === '' ? null : (
        <EditPreview
          edits={edits}
          change={({ other }, after) => `${other || t('defaultVersion', { version: example })} → ${after}`}
        />
      )}
    </FormDialog>
  );
}
