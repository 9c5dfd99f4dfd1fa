import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { type ChannelTagView, channelTagChange } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../../api/channel-types.ts';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { ListInput } from '../../../ui/form/list-input.tsx';
import { LoadedForm } from '../../../ui/form/loaded-form.tsx';
import { SaveForm } from '../../../ui/form/save-form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { groupSymbolsQuery } from '../channel-api.ts';
import { KeysInput } from '../channel-key/keys-input.tsx';
import { CompareModels, type Comparison } from '../channel-model/compare-models.tsx';
import { ModelFields } from '../channel-model/model-fields.tsx';
import { DialectInput } from '../dialect-input.tsx';
import { RareChannelFields } from '../rare-channel-fields.tsx';
import { type TagChange, tagQuery, useChangeTag } from './channel-tag-api.ts';
import { differingFields } from './tag-differences.ts';

/** Values that all channels of a tag get together. */
const tagFormValues = channelTagChange.omit({ name: true, base_url: true, allow_private_network: true });

/** The form of all channels of a tag. */
export function ChannelTagForm({ tag, onClose }: { tag: string; onClose: () => void }) {
  const { t } = useTranslation('channel');
  const view = useQuery(tagQuery(tag));
  return (
    <LoadedForm row={view} title={t('tagTitle', { tag })} onClose={onClose}>
      {(view) => <LoadedTagForm view={view} onClose={onClose} />}
    </LoadedForm>
  );
}

function LoadedTagForm({ view, onClose }: { view: ChannelTagView; onClose: () => void }) {
  const { t } = useTranslation(['channel', 'ui']);
  const change = useChangeTag(view);
  const groups = useQuery(groupSymbolsQuery).data ?? [];
  const type = useQuery(channelTypesQuery).data?.find(({ id }) => id === view.type);
  const [comparing, setComparing] = useState<Comparison>();
  const values = Object.fromEntries(
    Object.keys(tagFormValues.shape).map((name) => [
      name,
      name === 'key' ? '' : view[name as keyof ChannelTagView],
    ]),
  );
  const { tag, total: count } = view;
  const differs = differingFields(view.differs);
  return (
    <SaveForm
      schema={tagFormValues}
      // The provider is asked for its models as the oldest channel asks it.
      values={{ ...values, type: view.type } as TagChange}
      draft={{ draft: 'channel-tag', row: tag }}
      title={t('tagTitle', { tag })}
      save={change.mutateAsync}
      saved={({ tag, total }) => t('tagSaved', { tag, count: total })}
      onClose={onClose}
      isLong
    >
      <FormSection title={t('tag')} about={t('tagAbout', { count })}>
        {differs.length > 0 ? (
          <Alert severity="warning">
            {t('tagDiffers', { fields: differs.map((field) => t(field)).join(', ') })}
          </Alert>
        ) : null}
        <TextInput name="tag" label={t('tagName')} />
        {type && type.key !== 'none' ? (
          <KeysInput
            label={t('newKeys')}
            placeholder={type.key_example}
            hint={t('newKeysHint')}
            rows={2}
            isOptional
          />
        ) : null}
        {type && type.dialects.length > 0 ? <DialectInput choices={type.dialects} /> : null}
        {type && type.other !== '' ? (
          <TextInput
            name="other"
            label={t(`other_${type.other}`)}
            hint={t('otherDefault', { value: type.other_example })}
            isOptional
          />
        ) : null}
      </FormSection>
      <FormSection title={t('models')}>
        <ModelFields
          type={type}
          id={view.id}
          onCompare={() => setComparing({ source: 'known', models: type?.models ?? [] })}
          onFetched={(models) => {
            if (models.length > 0) setComparing({ source: 'upstream', models });
          }}
        />
      </FormSection>
      <FormSection title={t('sectionRouting')}>
        <ListInput name="group" label={t('group')} hint={t('groupHint')} options={groups} />
        <RareChannelFields type={type} isOfTag />
      </FormSection>
      {comparing && type ? (
        <CompareModels type={type} comparison={comparing} onClose={() => setComparing(undefined)} />
      ) : null}
    </SaveForm>
  );
}
