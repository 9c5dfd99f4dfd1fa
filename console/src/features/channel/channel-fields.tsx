import { useQuery } from '@tanstack/react-query';
import { type ChannelView, compareModels } from '@turnpike/contract';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../api/channel-types.ts';
import { useIsRoot } from '../../api/own-role.ts';
import { FoldedSection, FormSection } from '../../ui/form/form-section.tsx';
import { ListInput, splitList } from '../../ui/form/list-input.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useChannelTypeName } from '../../ui/text/use-channel-type-name.ts';
import { groupSymbolsQuery } from './channel-api.ts';
import { BaseUrlInput, PrivateNetworkInput } from './channel-key/account-inputs.tsx';
import { KeyInput } from './channel-key/key-input.tsx';
import { CompareModels, type Comparison } from './channel-model/compare-models.tsx';
import { isSameModels } from './channel-model/model-comparison.ts';
import { ModelFields, type TestKindChoice } from './channel-model/model-fields.tsx';
import { ModelNewsNote } from './channel-model/model-news-note.tsx';
import { DialectInput } from './dialect-input.tsx';
import { RareChannelFields } from './rare-channel-fields.tsx';

interface ChannelFieldsProps {
  saved?: ChannelView;
  testKind: TestKindChoice;
}

/** Fields of a channel's form, derived from the provider catalogue. */
export function ChannelFields({ saved, testKind }: ChannelFieldsProps) {
  const { t } = useTranslation(['channel', 'ui']);
  const typeName = useChannelTypeName();
  const isRoot = useIsRoot();
  const groups = useQuery(groupSymbolsQuery).data ?? ['default'];
  const { setValue, getValues } = useFormContext();
  const [comparing, setComparing] = useState<Comparison>();
  const types = useQuery(channelTypesQuery).data ?? [];
  const typeOf = (id: number) => types.find((one) => one.id === id);
  const type = typeOf(Number(useWatch({ name: 'type' })));

  /** Another provider brings its own models; what somebody has chosen or saved is compared with them first. */
  function onTypeChosen(id: number) {
    const next = typeOf(id);
    if (next === undefined) return;
    // Settings of one provider have no meaning for another.
    setValue('plugin', saved?.type === id ? saved.plugin : '');
    const chosen = splitList(getValues('models'));
    const isBrought = saved === undefined && isSameModels(chosen, type?.models ?? []);
    if (isBrought || chosen.length === 0) {
      setValue('models', next.models.join(','));
      setValue('test_model', next.test_model);
    } else if (next.models.length > 0) {
      const { added, removed } = compareModels(chosen, next.models);
      if (added.length + removed.length > 0) setComparing({ source: 'newProvider', models: next.models });
    }
  }

  /** The channel's models without those that the provider dropped, and with its new ones. */
  function compareNews({ models_added: added, models_missing: missing }: ChannelView) {
    const kept = splitList(getValues('models')).filter((name) => !missing.includes(name));
    setComparing({ source: 'news', models: [...kept, ...added.filter((name) => !kept.includes(name))] });
  }

  const hasAddress = type !== undefined && !type.is_demo;
  return (
    <>
      <FormSection title={t('sectionProvider')} about={type?.is_demo ? t('demoAbout') : undefined}>
        <SelectInput
          name="type"
          label={t('type')}
          choices={types.map((one) => ({ value: one.id, label: typeName(one) }))}
          onChosen={onTypeChosen}
        />
        <TextInput name="name" label={t('name')} hint={t('nameHint')} />
        {hasAddress ? <BaseUrlInput type={type} /> : null}
        {type && type.dialects.length > 0 ? <DialectInput choices={type.dialects} /> : null}
        {type && type.key !== 'none' ? <KeyInput type={type} saved={saved} /> : null}
        {type && type.other !== '' ? (
          <TextInput
            name="other"
            label={t(`other_${type.other}`)}
            hint={t('otherDefault', { value: type.other_example })}
            isOptional
          />
        ) : null}
        {hasAddress && isRoot ? <PrivateNetworkInput /> : null}
      </FormSection>
      <FormSection title={t('models')} about={t('modelsAbout')}>
        {saved && type?.id === saved.type ? (
          <ModelNewsNote id={saved.id} news={saved} onCompare={() => compareNews(saved)} />
        ) : null}
        <ModelFields
          type={type}
          id={saved?.id}
          testKind={testKind}
          onCompare={() => setComparing({ source: 'known', models: type?.models ?? [] })}
          onFetched={(models) => {
            if (models.length > 0) setComparing({ source: 'upstream', models });
          }}
        />
      </FormSection>
      <FormSection title={t('sectionRouting')} about={t('routingAbout')}>
        <ListInput name="group" label={t('group')} hint={t('groupHint')} options={groups} />
        <TextInput name="priority" label={t('priority')} hint={t('priorityHint')} isNumber />
        <TextInput name="weight" label={t('weight')} hint={t('weightHint')} isNumber />
      </FormSection>
      <FoldedSection title={t('ui:more')}>
        <RareChannelFields type={type} />
      </FoldedSection>
      {comparing && type ? (
        <CompareModels type={type} comparison={comparing} onClose={() => setComparing(undefined)} />
      ) : null}
    </>
  );
}
