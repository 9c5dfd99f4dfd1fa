import { useQuery } from '@tanstack/react-query';
import { type ChannelTagView, channelTagChange } from '@turnpike/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../../api/channel-types.ts';
import { FormDrawer } from '../../../ui/form/form-drawer.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { ListInput } from '../../../ui/form/list-input.tsx';
import { LoadedForm } from '../../../ui/form/loaded-form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { lazyPart } from '../../../ui/loading/lazy-part.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { groupSymbolsQuery } from '../channel-api.ts';
import { KeysInput } from '../channel-key/keys-input.tsx';
import type { Comparison } from '../channel-model/compare-models.tsx';
import { ModelFields } from '../channel-model/model-fields.tsx';
import { type TagChange, tagQuery, useChangeTag } from './channel-tag-api.ts';
import { differingFields } from './tag-differences.ts';

const Alert = lazyPart(() => import('@mui/material/Alert'));
const CompareModels = lazyPart(() => import('../channel-model/compare-models.tsx'));
const DialectInput = lazyPart(() => import('../dialect-input.tsx'));
const RareChannelFields = lazyPart(() => import('../rare-channel-fields.tsx'));

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
  // The provider is asked for its models as the oldest channel asks it.
  const form = useContractForm(tagFormValues, { ...values, type: view.type } as TagChange, {
    ...{ draft: 'channel-tag', row: view.tag },
  });
  const { tag, total: count } = view;
  const differs = differingFields(view.differs);
  return (
    <FormDrawer
      form={form}
      title={t('tagTitle', { tag })}
      submitLabel={t('ui:save')}
      onClose={onClose}
      onSubmit={async (changed) => {
        const saved = await change.mutateAsync(changed);
        showToast('success', t('tagSaved', { tag: saved.tag, count: saved.total }));
        onClose();
      }}
    >
      <Suspense>
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
      </Suspense>
      <Suspense>
        {comparing && type ? (
          <CompareModels type={type} comparison={comparing} onClose={() => setComparing(undefined)} />
        ) : null}
      </Suspense>
    </FormDrawer>
  );
}
