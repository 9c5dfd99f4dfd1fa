import { useQuery } from '@tanstack/react-query';
import { type ChannelView, MAX_KEYS, newChannelKeys } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../../api/channel-types.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { useAddKeys } from './channel-key-api.ts';
import { KeysInput } from './keys-input.tsx';

/** Further keys of a channel, one a line; all of them are taken or none. */
export function AddKeysForm({ channel, onClose }: { channel: ChannelView; onClose: () => void }) {
  const { t } = useTranslation(['channel-key', 'channel', 'ui']);
  const type = useQuery(channelTypesQuery).data?.find(({ id }) => id === channel.type);
  const add = useAddKeys(channel);
  const form = useContractForm(newChannelKeys, { keys: '' });
  return (
    <FormDialog
      form={form}
      title={t('addKeysTitle', { name: channel.name })}
      submitLabel={t('addKeys')}
      onClose={onClose}
      onSubmit={async (values) => {
        const { length: count } = await add.mutateAsync(values);
        showToast('success', t('keysAdded', { count }));
        onClose();
      }}
    >
      <KeysInput
        name="keys"
        label={t('channel:keys')}
        placeholder={type?.key_example ?? ''}
        hint={t('channel:keysHint', { max: MAX_KEYS - channel.key_count })}
      />
    </FormDialog>
  );
}
