import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import type { ChannelView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../../api/channel-types.ts';
import { useIsRoot } from '../../../api/own-role.ts';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { OpenLink } from '../../../ui/list/open-link.tsx';
import { BaseUrlInput, PrivateNetworkInput } from '../channel-key/account-inputs.tsx';
import { KeyInput } from '../channel-key/key-input.tsx';
import { TAG_PREFIX } from './use-tag-rows.ts';

/** Own fields of a channel with a tag; the others are set for the whole tag. */
export function TaggedChannelFields({ channel }: { channel: ChannelView }) {
  const { type: typeId, tag } = channel;
  const { t } = useTranslation('channel');
  const isRoot = useIsRoot();
  const type = useQuery(channelTypesQuery).data?.find(({ id }) => id === typeId);
  const hasAddress = type !== undefined && !type.is_demo;
  return (
    <>
      <Alert severity="info">
        {t('taggedNote', { tag })} <OpenLink id={`${TAG_PREFIX}${tag}`}>{t('editTag')}</OpenLink>
      </Alert>
      <FormSection title={t('sectionProvider')}>
        <TextInput name="name" label={t('name')} hint={t('nameHint')} />
        {hasAddress ? <BaseUrlInput type={type} /> : null}
        {type && type.key !== 'none' ? <KeyInput type={type} saved={channel} /> : null}
        {hasAddress && isRoot ? <PrivateNetworkInput /> : null}
        <TextInput name="tag" label={t('tag')} hint={t('tagHint')} isOptional />
      </FormSection>
    </>
  );
}
