import { useQuery } from '@tanstack/react-query';
import { type ChannelView, MAX_KEYS, newChannelKeys } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../../api/channel-types.ts';
import { SaveForm } from '../../../ui/form/save-form.tsx';
import { useAddKeys } from './channel-key-api.ts';
import { KeysInput } from './keys-input.tsx';

/** Further keys of a channel, one a line; all of them are taken or none. */
export function AddKeysForm({ channel, onClose }: { channel: ChannelView; onClose: () => void }) {
  const { t } = useTranslation(['channel-key', 'channel', 'ui']);
  const type = useQuery(channelTypesQuery).data?.find(({ id }) => id === channel.type);
  const add = useAddKeys(channel);
  return (
    <SaveForm
      schema={newChannelKeys}
      values={{ keys: '' }}
      title={t('addKeysTitle', { name: channel.name })}
      submitLabel={t('addKeys')}
      save={add.mutateAsync}
      saved={({ length: count }) => t('keysAdded', { count })}
      onClose={onClose}
    >
      <KeysInput
        name="keys"
        label={t('channel:keys')}
        placeholder={type?.key_example ?? ''}
        hint={t('channel:keysHint', { max: MAX_KEYS - channel.key_count })}
      />
    </SaveForm>
  );
}
