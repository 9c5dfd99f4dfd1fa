import type { ChannelTypeView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { SwitchInput } from '../../../ui/form/switch-input.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';

/** Where the provider is called. */
export function BaseUrlInput({ type }: { type: ChannelTypeView }) {
  const { t } = useTranslation('channel');
  return (
    <TextInput
      name="base_url"
      label={t('baseUrl')}
      type="url"
      isOptional={!type.base_url_required}
      placeholder={type.base_url || 'https://api.example.com'}
      hint={type.base_url ? t('baseUrlDefault', { address: type.base_url }) : t('baseUrlHint')}
    />
  );
}

/** For root only. */
export function PrivateNetworkInput() {
  const { t } = useTranslation('channel');
  return (
    <SwitchInput name="allow_private_network" label={t('privateNetwork')} hint={t('privateNetworkHint')} />
  );
}
