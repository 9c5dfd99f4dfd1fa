import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { ListInput, splitList } from '../../ui/form/list-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { MappingInput } from './mapping-input.tsx';

export function RareChannelFields() {
  const { t } = useTranslation(['channel', 'ui']);
  const models = splitList(String(useWatch({ name: 'models' }) ?? ''));
  return (
    <FoldedSection title={t('ui:more')}>
      <MappingInput name="model_mapping" label={t('mapping')} hint={t('mappingHint')} />
      <TextInput name="tag" label={t('tag')} hint={t('tagHint')} isOptional />
      <ListInput
        name="disabled_stream"
        label={t('noStream')}
        hint={t('noStreamHint')}
        options={models}
        isFree
        isList
        isOptional
      />
      <SwitchInput name="only_chat" label={t('onlyChat')} hint={t('onlyChatHint')} />
    </FoldedSection>
  );
}
