import type { ChannelTypeView } from '@turnpike/contract';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { JsonInput } from '../../ui/form/json-input.tsx';
import { LimitInputs } from '../../ui/form/limit-inputs.tsx';
import { ListInput, splitList } from '../../ui/form/list-input.tsx';
import { secretFieldsOf } from '../../ui/form/secret-fields.ts';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { MappingInput } from './channel-model/mapping-input.tsx';
import { ModelCostInput } from './channel-model/model-cost-input.tsx';
import { PluginInput } from './plugin-input.tsx';

/** Fields that few channels need. */
export function RareChannelFields({
  type,
  isOfTag = false,
}: {
  type: ChannelTypeView | undefined;
  isOfTag?: boolean;
}) {
  const { t } = useTranslation('channel');
  const models = splitList(String(useWatch({ name: 'models' }) ?? ''));
  // With a password in it.
  secretFieldsOf(useFormContext().control).add('proxy');
  return (
    <>
      {type && type.plugin.length > 0 ? <PluginInput parameters={type.plugin} /> : null}
      <MappingInput name="model_mapping" label={t('mapping')} hint={t('mappingHint')} />
      {isOfTag ? null : <TextInput name="tag" label={t('tag')} hint={t('tagHint')} isOptional />}
      <ListInput
        name="disabled_stream"
        label={t('noStream')}
        hint={t('noStreamHint')}
        options={models}
        isFree
        isList
        isOptional
      />
      {type?.is_demo === false ? (
        <TextInput
          name="proxy"
          label={t('proxy')}
          hint={t('proxyHint')}
          placeholder="socks5h://user:password@host:1080"
          isOptional
        />
      ) : null}
      <JsonInput
        name="model_headers"
        label={t('headers')}
        hint={t('headersHint')}
        example={'{"x-team": "research", "x-user": "{{user_id}}"}'}
        rows={2}
        isOptional
      />
      <JsonInput
        name="custom_parameter"
        label={t('parameters')}
        hint={t('parametersHint')}
        example={'{"temperature": 0.7, "per_model": {"o3": {"seed": 1}}}'}
        rows={3}
        isOptional
      />
      <SwitchInput name="only_chat" label={t('onlyChat')} hint={t('onlyChatHint')} />
      <TextInput name="cost_ratio" label={t('costRatio')} hint={t('costRatioHint')} isNumber />
      <ModelCostInput />
      <LimitInputs />
    </>
  );
}
