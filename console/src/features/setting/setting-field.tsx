import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import { languages, type SectionOption, safeTools, searchEngines } from '@turnpike/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../i18n/languages.ts';
import { JsonInput } from '../../ui/form/json-input.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { ChatLinksField } from './chat-links-field.tsx';
import { FallbacksField } from './fallbacks-field.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { searchEngineNames } from './search-engine-names.ts';
import { useSettingTexts } from './setting-texts.ts';
import { ruleOf } from './setting-values.ts';

const languageChoices = languages.map((value) => ({ value, label: languageNames[value] }));

/** Values of `SecondFactorRequired`. */
const factorRoles = ['nobody', 'administrators', 'everyone'] as const;
const larkServices = [
  { value: 'feishu', label: '飞书 Feishu' },
  { value: 'lark', label: 'Lark' },
];

const safeToolChoices = (t: TFunction<'setting'>) =>
  safeTools.map((value) => ({ value, label: t(`safeTool.${value}`) }));

const searchEngineChoices = (t: TFunction<'setting'>) =>
  searchEngines.map((value) => ({ value, label: value === 'off' ? t('off') : searchEngineNames[value] }));

const storageChoices = (t: TFunction<'setting'>) => [
  { value: 'off', label: t('off') },
  { value: 'local', label: t('storageLocal') },
  { value: 's3', label: t('storageS3') },
];

/** One option, drawn by its kind and look; a bar at its side while it differs from what is stored. */
export function SettingField({ option, isChanged }: { option: SectionOption; isChanged: boolean }) {
  return (
    <Box
      id={option.key}
      data-changed={isChanged || undefined}
      sx={{ borderLeft: 3, borderColor: isChanged ? 'primary.main' : 'transparent', pl: 3, ml: -4 }}
    >
      <Field option={option} />
    </Box>
  );
}

function Field({ option: { key, look } }: { option: SectionOption }) {
  const { t } = useTranslation('setting');
  const { labelOf, hintOf } = useSettingTexts();
  const props = { name: key, label: labelOf(key), hint: hintOf(key) };
  const { kind, isSecret } = ruleOf(key);
  if (isSecret)
    return <PasswordInput {...props} autoComplete="off" placeholder={t('secretKept')} isOptional />;
  if (kind === 'chat-links') return <ChatLinksField {...props} />;
  if (kind === 'model-fallbacks') return <FallbacksField {...props} />;
  if (key === 'DisableChannelKeywords' || key === 'SafeKeyWords')
    return <TextInput {...props} rows={5} isOptional />;
  if (kind === 'chat-link') return <TextInput {...props} isOptional />;
  if (kind === 'model-tokens' || kind === 'discounts' || kind === 'bonuses')
    return <JsonInput {...props} rows={3} />;
  if (kind === 'flag') return <SwitchInput {...props} />;
  if (key === 'SecondFactorRequired')
    return <SelectInput {...props} choices={factorRoles.map((value) => ({ value, label: t(value) }))} />;
  if (key === 'Language') return <SelectInput {...props} choices={languageChoices} />;
  if (key === 'SafeToolName') return <SelectInput {...props} choices={safeToolChoices(t)} />;
  if (key === 'TaskStorage') return <SelectInput {...props} choices={storageChoices(t)} />;
  if (key === 'WebSearchEngine') return <SelectInput {...props} choices={searchEngineChoices(t)} />;
  if (key === 'LarkService') return <SelectInput {...props} choices={larkServices} />;
  if (look === 'points') return <MoneyInput {...props} />;
  if (look === 'markdown' || look === 'html') return <MarkdownField {...props} isHtml={look === 'html'} />;
  if (
    kind === 'text' ||
    kind === 'address' ||
    kind === 'base-address' ||
    kind === 'picture' ||
    kind === 'object-classes'
  ) {
    return <TextInput {...props} isOptional={key !== 'SystemName'} />;
  }
  const unit = look === 'seconds' ? t('seconds') : look === 'tokens' ? t('tokens') : null;
  return (
    <TextInput
      {...props}
      isNumber
      endAdornment={unit === null ? null : <InputAdornment position="end">{unit}</InputAdornment>}
    />
  );
}
